# Thin: each target makes sure that its tools are there and calls a script.
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 600

.PHONY: help build demo check test bench experiments format lint fuzz coverage install packages clean

help:
	@echo 'make demo        build, make a sample register, anonymize it'
	@echo 'make check       what to run before every commit (under three minutes)'
	@echo 'make test        build and run every check (under 30 minutes)'
	@echo 'make build       build/shoal, build/libshoal.so, build/libshoal.a'
	@echo 'make bench       run the benchmarks'
	@echo 'make experiments run five published comparisons again, with pages (half an hour)'
	@echo 'make format      format the sources'
	@echo 'make lint        formatting, clang-tidy and a pass of the second compiler'
	@echo 'make fuzz        every fuzzer for FUZZ_SECONDS=$(FUZZ_SECONDS) seconds'
	@echo 'make coverage    which lines the tests reach'
	@echo 'make install     into PREFIX=$(PREFIX), below DESTDIR if set'
	@echo 'make packages    tarball, Debian packages, static program, SBOM and checksums in packages/'
	@echo 'make clean       remove the build folders'

build:
	@scripts/dependencies build
	@scripts/build release

demo: build
	@scripts/demo

check:
	@scripts/dependencies check
	@tests/run --quick

test:
	@scripts/dependencies test
	@tests/run

bench: build
	@scripts/bench

experiments: build
	@scripts/experiments

format:
	@scripts/dependencies test
	@scripts/format

lint:
	@scripts/dependencies test
	@scripts/lint

fuzz:
	@scripts/dependencies fuzz
	@scripts/fuzz $(FUZZ_SECONDS)

coverage:
	@scripts/dependencies coverage
	@scripts/coverage

install: build
	@cmake --install build --prefix '$(PREFIX)'

packages:
	@scripts/dependencies packages
	@packaging/make

clean:
	@rm -rf build build-dev build-asan build-bare build-fuzz build-coverage build-packages web/dist
