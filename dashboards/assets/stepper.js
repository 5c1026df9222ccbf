// Draws a deal as a bar of turns with marks above it, the buttons and the slider, and the scene of one step; see
// dashboards/stepper.py.  A step whose scene is at hand is shown at once, and Python is told of it afterwards: one
// request at a time, the last one asked for next.  All words of the timeline arrive as data and are set as text; scenes
// are HTML in which Python has escaped whatever came from a log.
const SHAPES = {
  finding: "M8 1.2L15.2 14.2H.8Z",
  take: "M8 1L13.5 7H10.3V12H5.7V7H2.5ZM2.5 13.3H13.5V15H2.5Z",
  freeze: "M7.2 1H8.8V15H7.2ZM1.5 4.9L2.3 3.5L14.5 11.1L13.7 12.5ZM1.5 11.1L13.7 3.5L14.5 4.9L2.3 12.5Z",
  natural: "M3 1H13V15H3ZM8 4L9.2 7H12L9.8 9L10.6 12L8 10.3L5.4 12L6.2 9L4 7H6.8Z",
  mixed: "M3 1H13V15H3ZM8 4L11.4 8L8 12L4.6 8Z",
  wild: "M3 1H13V15H3ZM8 3.5L9.6 6.8L13 8L9.6 9.2L8 12.5L6.4 9.2L3 8L6.4 6.8Z",
  sequence: "M3 1H13V15H3ZM5 3.5H7V6H5ZM7 7H9V9.5H7ZM9 10.5H11V13H9Z",
  out: "M3 1H4.6V15H3ZM4.6 1.6H14L11.2 5L14 8.4H4.6Z",
  note: "M2 1H14V11H8L4.5 15V11H2ZM4 3.5V5H12V3.5ZM4 7V8.5H10V7Z",
  ruling: "M8 1L15 5H1ZM2 6H4V12H2ZM7 6H9V12H7ZM12 6H14V12H12ZM1 13H15V15H1Z",
};

const ICONS = {
  first: "M3 3H5V13H3ZM13 3V13L6 8Z",
  turn: "M8 3V13L2 8ZM14 3V13L8 8Z",
  act: "M11 3V13L5 8Z",
  jump: "M4 3H6V13H4ZM12 3V13L6 8Z",
};
// name, key, key as written on the button, icon, whether it points ahead, word
const BUTTONS = [
  ["start of the deal", "Home", "Home", "first", false, ""],
  ["previous turn", "ArrowUp", "\u2191", "turn", false, "Turn"],
  ["previous act", "ArrowLeft", "\u2190", "act", false, "Act"],
  ["next act", "ArrowRight", "\u2192", "act", true, "Act"],
  ["next turn", "ArrowDown", "\u2193", "turn", true, "Turn"],
  ["end of the deal", "End", "End", "first", true, ""],
];
const LOST = 4000; // milliseconds after which a request counts as lost
const PRESSED = 8; // keys and buttons that are remembered while a jump is on its way
// Where keys mean something else.
const BUSY = `input:not(.stepper-slider), textarea, select, dialog, [contenteditable], [role=radio], [role=slider],
  [role=combobox], [role=option], [role=menu], [role=dialog], [role=grid], [role=tab], canvas`;

function element(tag, look, parent, words) {
  const made = document.createElement(tag);
  if (look) made.className = look;
  if (words) made.textContent = words;
  parent.appendChild(made);
  return made;
}

function drawing(path, parent, mirrored) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", path);
  shape.setAttribute("fill-rule", "evenodd");
  if (mirrored) shape.setAttribute("transform", "matrix(-1 0 0 1 16 0)");
  svg.appendChild(shape);
  parent.appendChild(svg);
  return shape;
}

class Stepper {
  constructor(root) {
    this.root = root;
    this.scenes = new Map();
    this.requested = 0; // the request that Python has not answered yet, by its time
    this.jumping = false; // whether that is a jump
    this.wanted = null; // the step to ask for after that
    this.pressed = []; // what was pressed after a jump: it counts from where that leads to
    this.timeline = element("div", "timeline", root);
    this.#controls(element("div", "controls", root));
    const scene = element("div", "scene", root);
    this.table = element("div", "scene-table", scene);
    this.turn = element("div", "scene-turn", scene);
    this.turn.setAttribute("aria-live", "polite");
    const listen = (event) => {
      if (root.isConnected) this.#key(event);
      else document.removeEventListener("keydown", listen);
    };
    document.addEventListener("keydown", listen);
  }

  #controls(bar) {
    this.buttons = BUTTONS.map(([name, key, hint, icon, ahead, word]) => {
      const button = this.#button(bar, name, hint, icon, ahead, word);
      button.onclick = () => this.#press(key);
      return [key, button];
    });
    const jumps = element("div", "jumps", bar);
    this.#button(jumps, "the last one before", "P", "jump", false, "").onclick = () => this.#press("p");
    this.kinds = element("select", "", jumps);
    this.kinds.setAttribute("aria-label", "what to jump to");
    let pointed = false;
    this.kinds.addEventListener("pointerdown", () => (pointed = true));
    this.kinds.addEventListener("keydown", () => (pointed = false));
    // After a choice by mouse keys step again; who chooses by keys stays there.
    this.kinds.addEventListener("change", () => pointed && this.kinds.blur());
    this.#button(jumps, "the next one", "N", "jump", true, "").onclick = () => this.#press("n");
    this.slider = element("input", "stepper-slider", bar);
    this.slider.type = "range";
    this.slider.setAttribute("aria-label", "act of the deal");
    this.slider.oninput = () => this.move(this.data.first + Number(this.slider.value) - 1);
  }

  #button(parent, name, hint, icon, ahead, word) {
    const button = element("button", "", parent);
    button.type = "button";
    button.title = `${name} (${hint})`;
    button.setAttribute("aria-label", name);
    if (!ahead) drawing(ICONS[icon], button, false);
    if (word) element("span", "word", button, word);
    if (ahead) drawing(ICONS[icon], button, true);
    element("kbd", "", button, hint);
    return button;
  }

  // What Python says: the deal, the step it shows, and scenes.
  take(data, send) {
    this.send = send;
    const same = this.data?.of === data.of;
    if (!same) this.scenes.clear();
    for (const [step, scene] of Object.entries(data.scenes)) this.scenes.set(Number(step), scene);
    this.data = data;
    if (!same || !this.#waits() || this.requested === data.answered) {
      const wanted = same ? this.wanted : null;
      if (same && this.jumping && data.at === this.at) this.pressed = []; // there is no further one
      this.requested = 0;
      this.jumping = false;
      this.wanted = null;
      // Where somebody has gone on meanwhile, what is shown stays, also on the way into another deal.
      if (wanted === null || wanted === data.at) this.at = data.at;
      else this.#ask("go", { to: wanted });
    }
    this.#drawKinds();
    this.#drawTimeline();
    this.#draw();
    if (!this.#jumps()) this.pressed.splice(0).forEach((key) => this.#press(key));
  }

  // A key, or the button for it.
  #press(key) {
    if (this.#jumps()) {
      if (this.pressed.length < PRESSED) this.pressed.push(key);
      return;
    }
    this.pressed = [];
    if (key === "n" || key === "p") this.#jump(key === "n");
    else this.move(this.#target(key));
  }

  // Show another step; one of another deal is shown when Python has sent it.
  move(step) {
    const to = Math.min(Math.max(step, 0), this.data.total - 1);
    if (to === this.at || this.#jumps()) return;
    if (to >= this.data.first && to <= this.data.last) {
      this.at = to;
      this.#draw();
    }
    if (this.#waits()) this.wanted = to;
    else this.#ask("go", { to });
  }

  // Where the next moment of a kind is, Python knows.
  #jump(ahead) {
    this.wanted = null;
    this.jumping = true;
    this.#ask("jump", { kind: this.kinds.value, ahead, from: this.at });
  }

  // Whether an answer is still to be expected; one that was lost holds nothing up for long.
  #waits() {
    return Date.now() - this.requested < LOST;
  }

  // Whether a jump is on its way: where it leads to is not known yet.
  #jumps() {
    return this.jumping && this.#waits();
  }

  #ask(event, told) {
    this.requested = Date.now();
    this.send(event, { ...told, request: this.requested });
  }

  #target(key) {
    const { first, last, turns } = this.data;
    const here = turns.findIndex((turn) => this.at <= turn.last);
    switch (key) {
      case "Home":
        return first;
      case "End":
        return last;
      case "ArrowLeft":
        return this.at - 1;
      case "ArrowRight":
        return this.at + 1;
      case "ArrowUp":
        return here > 0 ? turns[here - 1].last : first - 1;
      default: // ArrowDown
        return this.at < turns[here].last ? turns[here].last : here + 1 < turns.length ? turns[here + 1].last : last + 1;
    }
  }

  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toLowerCase();
    const jumps = letter === "n" || letter === "p";
    if (event.target.closest?.(BUSY) && !(jumps && event.target === this.kinds)) return;
    if (!jumps && !this.buttons.some(([key]) => key === event.key)) return;
    event.preventDefault();
    if (!event.repeat || !this.#jumps()) this.#press(jumps ? letter : event.key);
  }

  #draw() {
    const scene = this.scenes.get(this.at);
    this.root.classList.toggle("waiting", !scene);
    if (scene && scene.join() !== this.shown) {
      this.shown = scene.join();
      [this.table.innerHTML, this.turn.innerHTML] = scene;
      this.#scroll();
    }
    const { first, last, total } = this.data;
    for (const [key, button] of this.buttons) {
      const to = Math.min(Math.max(this.#target(key), 0), total - 1);
      button.disabled = to === this.at;
    }
    this.slider.max = last - first + 1;
    this.slider.min = 1;
    this.slider.value = this.at - first + 1;
    this.slider.hidden = first === last;
    this.cursor.style.left = this.#place(this.at);
    for (const [step, button] of this.marks) button.classList.toggle("here", step === this.at);
  }

  // A long turn scrolls by itself beside the table: to its finding, else to the act.
  #scroll() {
    const meant = this.turn.querySelector(".finding.here") || this.turn.querySelector(".now");
    this.turn.scrollTop = meant ? meant.offsetTop + meant.offsetHeight - this.turn.clientHeight : 0;
  }

  #place(step) {
    const { first, last } = this.data;
    return ((step - first + 0.5) / (last - first + 1)) * 100 + "%";
  }

  #drawKinds() {
    const chosen = this.kinds.value;
    if (this.data.kinds.join() === [...this.kinds.options].map((option) => option.value).join()) return;
    this.kinds.replaceChildren(...this.data.kinds.map((kind) => new Option(kind)));
    this.kinds.value = this.data.kinds.includes(chosen) ? chosen : this.data.kinds[0];
  }

  #drawTimeline() {
    const drawn = JSON.stringify([this.data.of, this.data.lanes, this.data.turns]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.timeline.replaceChildren();
    this.marks = [];
    for (const marks of this.data.lanes) {
      const lane = element("div", "lane", this.timeline);
      for (const mark of marks) {
        const button = element("button", mark.kind, lane);
        button.type = "button";
        button.style.left = this.#place(mark.step);
        button.title = mark.text;
        button.setAttribute("aria-label", mark.text);
        drawing(SHAPES[mark.kind] || SHAPES.finding, button, false).setAttribute("fill", mark.colour);
        button.onclick = () => this.move(mark.step);
        this.marks.push([mark.step, button]);
      }
    }
    this.#drawTurns();
    this.cursor = element("div", "cursor", this.timeline);
  }

  #drawTurns() {
    const { first, last, turns } = this.data;
    const count = last - first + 1;
    const bar = element("div", "turns", this.timeline);
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "turns of the deal");
    for (const turn of turns) {
      const part = element("div", "turn-of", bar);
      part.style.left = ((turn.first - first) / count) * 100 + "%";
      part.style.width = ((turn.last - turn.first + 1) / count) * 100 + "%";
      part.style.background = turn.colour;
      part.title = turn.text;
      const wide = ((turn.last - turn.first + 1) / count) * this.timeline.clientWidth;
      if (wide > 9 * turn.label.length + 4) element("span", "", part, turn.label);
    }
    bar.onclick = (event) => {
      const box = bar.getBoundingClientRect();
      const step = first + Math.floor(((event.clientX - box.left) / box.width) * count);
      this.move(Math.min(Math.max(step, first), last));
    };
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".stepper");
  if (!root || !data) return;
  root.stepper ??= new Stepper(root);
  root.stepper.take(data, setTriggerValue);
}
