// A script that Glaze keeps and does not run.
