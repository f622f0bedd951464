# The commands of the project; `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help demo approve test build release libglaze test-c test-gpu-report test-hosts test-contexts test-drm \
  test-drivers test-farm sanitize fuzz soak python test-python install packages format docs docs-tables lint \
  api api-check consumers imports picture clean

swift_files = git ls-files -z '*.swift'

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: packages ## Draw Examples/Showcase.ca to showcase.png
	@Scripts/demo

test: packages ## Build and run the tests; the last line counts them
	@Scripts/test

approve: packages ## Renew Glaze's own pictures of Tests/Scenes after showing what changes
	@Scripts/approve

build: packages ## Build for debugging
	@swift build

release: packages ## Build the glaze command, optimised, and print its path
	@Scripts/release

libglaze: packages ## Build the library for C and print the folder where it lies
	@Scripts/libglaze

test-c: release ## Test the library for C as programs in C use it
	@Scripts/test-c "$$(Scripts/release | tail -1)"

test-gpu-report: release ## Run the parts of Scripts/gpu-report in a small form
	@Scripts/test-gpu-report "$$(Scripts/release | tail -1)"

test-hosts: packages ## Test the programs of Examples/Hosts that have windows
	@Scripts/install-packages hosts
	@Scripts/test-hosts

test-contexts: packages ## Test drawing in a host's contexts of all versions of OpenGL
	@Scripts/test-contexts

test-drm: packages ## Test with graphics cards of virtual machines; takes half an hour, and is no part of CI
	@Scripts/install-packages drm
	@Scripts/test-drm

test-drivers: packages ## Test all OpenGL drivers of Debian and write Docs/reference/drivers.md; no part of CI
	@Scripts/install-packages drivers
	@Scripts/test-drivers

test-farm: packages ## Test glaze farm with a Slurm of two nodes, one of which is killed; needs slurm-wlm and munge, no part of CI
	@Scripts/test-farm

sanitize: packages ## Run the tests with AddressSanitizer, UndefinedBehaviorSanitizer, ThreadSanitizer and OpenGL's own checks; takes hours, and is no part of CI
	@Scripts/sanitize address
	@Scripts/sanitize thread
	@Scripts/sanitize opengl

python: packages ## Build the wheel for Python into .build/python
	@Python/build

test-python: release ## Test the package for Python, built and installed as others do
	@Scripts/install-packages hosts
	@Python/build test "$$(Scripts/release | tail -1)"

PREFIX ?= /usr/local
install: packages ## Install the command, the library for C, manual and completions; PREFIX=, DESTDIR=
	@Scripts/install "$(PREFIX)"

packages: ## Install the system packages that are missing
	@Scripts/install-packages

format: ## Format the Swift files
	@$(swift_files) | xargs -0 swift format --in-place --parallel

docs-tables: packages ## Make Docs/reference/properties.md and Docs/reference/scene.schema.json of the property tables
	@swift run glaze reference Docs/reference

docs: packages ## Build the documentation of all symbols with its tutorials into .build/docs
	@swift build
	@Scripts/docs

lint: ## Check format, shaders and the rules of the tree
	@$(swift_files) | xargs -0 swift format lint --strict --parallel
	@Scripts/check-tree
	@Scripts/names check
	@Scripts/gallery check
	@Scripts/install-packages check
	@Scripts/check-shaders

api: packages ## Renew Docs/api, the list of public symbols, after a change that is meant
	@swift build
	@Scripts/public-api

api-check: packages ## Check that the public symbols are those of Docs/api
	@swift build
	@Scripts/public-api check

consumers: packages ## Build packages that depend on Glaze by path and by git, for debugging and optimised
	@Scripts/check-packages path debug
	@Scripts/check-packages git release

imports: ## Check that every module imports only what it may
	@Scripts/check-imports

picture: demo ## Renew the picture of the README
	@cp showcase.png Docs/showcase.png

TIME ?= 600
fuzz: packages ## Feed readers, painters and C parts what nobody meant for TIME seconds; corpora lie in FUZZ_CORPUS
	@Scripts/fuzz "$(TIME)"

HOURS ?= 8
soak: packages ## Draw for HOURS on both backends, watch what that takes, and plot it into .build/soak
	@Scripts/soak --hours "$(HOURS)"

clean: ## Remove what was built
	@rm -rf .build showcase.png
