# The commands of the project; `make` alone lists them, grouped by the headings that begin with ##@.
.DEFAULT_GOAL := help
.PHONY: help demo approve test build release libglaze test-c test-gpu test-gpu-report test-hosts test-contexts \
  test-arm64 test-drm test-drivers test-drivers-shim test-farm sanitize fuzz soak python test-python install packages \
  format docs docs-tables lint shader-bill api api-check consumers imports image clean

swift_files = git ls-files -z '*.swift'

help: ## List the targets
	@awk -F ':.*## ' '/^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Build and try

demo: packages ## Draw Examples/Showcase.ca to showcase.png
	@Scripts/demo

build: packages ## Build for debugging
	@swift build

release: packages ## Build the glaze command, optimized, and print its path
	@Scripts/release

packages: ## Install the system packages that are missing
	@Scripts/install-packages

clean: ## Remove all build products
	@rm -rf .build showcase.png

##@ Test

test: packages ## Build and run the tests; the last line counts them
	@Scripts/test

lint: ## Check format, shaders, documentation and the rules of the tree
	@$(swift_files) | xargs -0 swift format lint --strict --parallel
	@Scripts/check-tree
	@Scripts/check-docs
	@Scripts/performance-chart check
	@Scripts/names check
	@Scripts/gallery check
	@Scripts/install-packages check
	@Scripts/check-shaders

imports: ## Check that every module imports only its dependencies
	@Scripts/check-imports

format: ## Format the Swift files
	@$(swift_files) | xargs -0 swift format --in-place --parallel

approve: packages ## Update the golden images of Tests/Scenes after showing the changes
	@Scripts/approve

test-c: release ## Test the library for C from programs in C
	@Scripts/test-c "$$(Scripts/release | tail -1)"

test-python: release ## Test the package for Python, built and installed as users do
	@Scripts/install-packages hosts
	@Python/build test "$$(Scripts/release | tail -1)"

test-hosts: packages ## Test the programs of Examples/Hosts that have windows
	@Scripts/install-packages hosts
	@Scripts/test-hosts

test-contexts: packages ## Test drawing in a host's contexts of all versions of OpenGL
	@Scripts/test-contexts

test-arm64: packages ## Compare the kernels of the CPU backend on arm64, run by qemu, with this machine's
	@Scripts/test-arm64

test-gpu: packages ## Test and measure this machine's GPU, and write one file to send back
	@Scripts/test-gpu

test-gpu-report: release ## Run a short version of all parts of test-gpu on the CPU
	@Scripts/test-gpu-report "$$(Scripts/release | tail -1)"

api-check: packages ## Check that the public symbols match Docs/api
	@swift build
	@Scripts/public-api check

##@ Documentation

docs: packages ## Build the documentation of all symbols with its tutorials into .build/docs
	@swift build
	@Scripts/docs

docs-tables: packages ## Write what follows from the property tables: properties.md, the schema, attributes of Python
	@swift run glaze reference .

api: packages ## Update Docs/api, the list of public symbols, after an intended change
	@swift build
	@Scripts/public-api

image: demo ## Update the image of the README
	@cp showcase.png Docs/showcase.png

##@ Packaging

PREFIX ?= /usr/local
install: packages ## Install the command, the library for C, manual and completions; PREFIX=, DESTDIR=
	@Scripts/install "$(PREFIX)"

libglaze: packages ## Build the library for C and print its folder
	@Scripts/libglaze

python: packages ## Build the wheel for Python into .build/python
	@Python/build

consumers: packages ## Build packages that depend on Glaze by path and by git, for debugging and optimized
	@Scripts/check-packages path debug
	@Scripts/check-packages git release

##@ Long tests, outside CI

TIME ?= 600
fuzz: packages ## Feed random input to readers, painters and C code for TIME seconds; corpora are in FUZZ_CORPUS
	@Scripts/fuzz "$(TIME)"

HOURS ?= 8
soak: packages ## Draw for HOURS on both backends, watch the resources, and plot them into .build/soak
	@Scripts/soak --hours "$(HOURS)"

sanitize: packages ## Run the tests with sanitizers for addresses, undefined behavior, threads and OpenGL; takes hours
	@Scripts/sanitize address
	@Scripts/sanitize thread
	@Scripts/sanitize opengl

test-drivers: packages ## Test all OpenGL drivers of Debian and write Docs/reference/drivers.md
	@Scripts/install-packages drivers
	@Scripts/test-drivers

test-drivers-shim: packages ## Test Mesa's drivers of GPUs that are not here, without their pixels; builds Mesa once
	@Scripts/test-drivers --shim

shader-bill: packages ## List the cost of shaders on GPUs that are not here in Docs/reference/shader-bill.md
	@Scripts/shader-bill

test-drm: packages ## Test with graphics cards of virtual machines; takes half an hour
	@Scripts/install-packages drm
	@Scripts/test-drm

test-farm: packages ## Test glaze farm with a Slurm of two nodes, one of which is killed; needs slurm-wlm and munge
	@Scripts/test-farm
