# Two commands: `make run` and `make test`. Everything they need they install themselves.

CARGO ?= cargo
MDBOOK_VERSION := 0.5.4
MDBOOK := .tools/bin/mdbook
CAROM := target/release/carom

PORT ?= 7070

.PHONY: run film test test-lab bench docs pictures format long-test

# The main job: the laboratory in the browser, with the classic falling bar playing. Ctrl-C ends it.
run: web/dist/index.html
	$(CARGO) build --release --locked -p carom-cli
	@exec $(CAROM) lab --port $(PORT) $(if $(OPEN),--open)

# The classic falling bar without a browser: motion, events, pictures and a film.
film:
	$(CARGO) build --release --locked -p carom-cli
	$(CAROM) run bar-drop --out out/bar-drop --impulse-planes 2 --animation out/bar-drop/film.gif --speed 0.25

# The page of the laboratory, which the program carries inside.
web/dist/index.html: web/node_modules/.package-lock.json web/index.html web/vite.config.ts $(shell find web/src -type f)
	cd web && npm run --silent check && npm run --silent build

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund

# Formatting, lints, docs and every test; what CI runs. The benches have no tests, and other engines to build.
test: docs web/dist/index.html
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked
	$(CARGO) test --workspace --exclude carom-benches --locked
	$(MAKE) test-lab

# The laboratory in a real browser; pictures of every page are left in web/shots.
test-lab: web/dist/index.html
	command -v chromium > /dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium > /dev/null; }
	$(CARGO) build --locked -p carom-cli
	cd web && CAROM=../target/debug/carom npm test --silent

# Property tests with fifty times as many cases.
long-test:
	CAROM_CASES=1000000 $(CARGO) test --release --workspace --locked

# Ratios of cost, never seconds; against peers where they can be installed.
bench: .tools/peers/installed .tools/peers/worlds .tools/peers/space
	$(CARGO) build --release --locked -p carom-cli
	$(CARGO) run --release --locked -p carom-benches

# The book, into docs/book.
docs: $(MDBOOK)
	$(MDBOOK) build docs

# The pictures of the docs, drawn again by the program.
pictures: web/dist/index.html
	$(CARGO) build --locked -p carom-cli
	CAROM_DRAW_PICTURES=1 $(CARGO) test --locked -p carom-cli --test documentation
	cd web && CAROM=../target/debug/carom CAROM_DRAW_PICTURES=1 node --test tests/pictures.test.mjs

format:
	$(CARGO) fmt --all

$(MDBOOK):
	$(CARGO) install mdbook --version $(MDBOOK_VERSION) --locked --no-default-features --root .tools

.tools/peers/installed:
	mkdir -p .tools/peers
	-python3 -m venv .tools/peers && .tools/peers/bin/python -m pip install --quiet quantecon || echo "the peers cannot be installed: only our own rates are shown"
	-apt-get install -y --no-install-recommends python3-siconos python3-scipy > /dev/null 2>&1 || echo "Siconos cannot be installed: our sweeps are not compared"
	touch $@

.tools/peers/worlds: .tools/peers/installed
	-.tools/peers/bin/python -m pip install --quiet mujoco || echo "MuJoCo cannot be installed: it is left out of the worlds"
	touch $@

.tools/peers/space: .tools/peers/worlds
	-.tools/peers/bin/python -m pip install --quiet pin || echo "Pinocchio cannot be installed: it is left out of the chains"
	-.tools/peers/bin/python -m pip install --quiet drake || echo "Drake cannot be installed: it is left out of the chains"
	-.tools/peers/bin/python -m pip install --quiet exudyn || echo "Exudyn cannot be installed: it is left out of the chains"
	touch $@
