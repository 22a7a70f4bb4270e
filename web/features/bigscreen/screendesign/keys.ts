/** Keys of the canvas, each with what it does; the list of keys that people are shown is the same one. */
import type { DesignActions } from './actions.ts'

/** Keys as they are shown, by the label of what they do. */
export const KEYS = {
  walk: ['Tab', 'Shift+Tab'],
  move: ['← ↑ → ↓', 'Shift+← ↑ → ↓'],
  size: ['Alt+← ↑ → ↓', 'Alt+Shift+← ↑ → ↓'],
  properties: ['Enter'],
  none: ['Esc'],
  all: ['Ctrl+A'],
  remove: ['Del'],
  copy: ['Ctrl+C', 'Ctrl+X', 'Ctrl+V'],
  duplicate: ['Ctrl+D'],
  group: ['Ctrl+G', 'Ctrl+Shift+G'],
  lock: ['Ctrl+L'],
  hide: ['Ctrl+Shift+H'],
  order: ['Ctrl+]', 'Ctrl+[', 'Ctrl+Shift+]', 'Ctrl+Shift+['],
  undo: ['Ctrl+Z', 'Ctrl+Y'],
  save: ['Ctrl+S'],
  zoom: ['Ctrl++', 'Ctrl+−', 'Ctrl+0', 'Ctrl+9'],
  pages: ['PgUp', 'PgDn'],
} as const
export type KeyName = keyof typeof KEYS

/** What keys do beside widgets. */
export interface CanvasKeys {
  readonly zoom: (to: 1 | -1 | 'whole' | 'fit') => void
  readonly toProperties: () => void
  readonly save: () => void
  readonly isLocked: () => boolean
}

interface Pressed {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Pixels of the canvas by which arrows move with Shift. */
const FAR = 10

/** Does what a key is for while the canvas has the focus; tells whether it is for anything. */
export function press(event: Pressed, actions: DesignActions, canvas: CanvasKeys): boolean {
  const isCommand = event.ctrlKey || event.metaKey
  const arrow = ARROWS[event.key]
  if (arrow && !isCommand) {
    const by = event.shiftKey ? FAR : 1
    if (event.altKey) actions.grow(arrow[0] * by, arrow[1] * by)
    else actions.nudge(arrow[0] * by, arrow[1] * by)
    return true
  }
  return isCommand ? command(event, actions, canvas) : plain(event, actions, canvas)
}

function plain({ key, shiftKey, altKey }: Pressed, actions: DesignActions, canvas: CanvasKeys): boolean {
  if (altKey) return false
  switch (key) {
    case 'Tab':
      // Behind the last widget the focus goes on as it does everywhere.
      return actions.walk(shiftKey ? -1 : 1)
    case 'Delete':
    case 'Backspace':
      actions.remove()
      return true
    case 'Enter':
      canvas.toProperties()
      return true
    case 'PageUp':
      actions.walkPages(-1)
      return true
    case 'PageDown':
      actions.walkPages(1)
      return true
    default:
      return false
  }
}

function command({ key, shiftKey }: Pressed, actions: DesignActions, canvas: CanvasKeys): boolean {
  const does: Readonly<Record<string, () => void>> = {
    a: actions.chooseAll,
    d: actions.duplicate,
    g: shiftKey ? actions.ungroup : actions.group,
    l: () => actions.flag('locked', !canvas.isLocked()),
    ...(shiftKey ? { h: () => actions.flag('hidden', true) } : {}),
    ']': () => actions.order('forward'),
    '}': () => actions.order('front'),
    '[': () => actions.order('backward'),
    '{': () => actions.order('back'),
    z: shiftKey ? actions.again : actions.back,
    y: actions.again,
    s: canvas.save,
    '+': () => canvas.zoom(1),
    '=': () => canvas.zoom(1),
    '-': () => canvas.zoom(-1),
    '0': () => canvas.zoom('whole'),
    '9': () => canvas.zoom('fit'),
  }
  const act = does[key.toLowerCase()]
  act?.()
  return act !== undefined
}
