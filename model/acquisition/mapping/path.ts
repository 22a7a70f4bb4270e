/**
 * Paths into a message: names with dots between them, brackets for what has dots itself or is a position, `*` for every member or element,
 * `[*]` for every element of a list and nothing else.
 * `values.temperature`, `params.*.apower`, `[0].data["a.b"]`, `$` for the whole. A small part of JSONPath (RFC 9535): no filters, no
 * recursion and no expressions, so that the time a path takes is bounded by the message and a budget.
 */

/** A step of a path: the name of a member, the position of an element, every one of either, every element. */
export type Step = { readonly name: string } | { readonly index: number } | '*' | '[*]'
export type Path = readonly Step[]

/** What is wrong with a text that is no path, and at which character, from 1. */
export class PathError extends Error {
  readonly at: number
  constructor(at: number) {
    super(`no path: character ${at}`)
    this.at = at
  }
}

export const MAX_PATH = 256
const MAX_STEPS_OF_PATH = 16
const MAX_WILDCARDS = 3
/** Elements that a position may name; as many as a message may have values. */
const MAX_INDEX = 9999

/** The steps of a path; none for `$` and for an empty text. @throws PathError naming the first character that cannot stand there. */
export function parsePath(text: string): Path {
  if (text.length > MAX_PATH) throw new PathError(MAX_PATH + 1)
  const steps: Step[] = []
  let at = text.startsWith('$') ? 1 : 0
  while (at < text.length) {
    const isBracket = text[at] === '['
    // A dot stands between two names and behind the `$`, and nowhere else.
    if (!isBracket && at > 0) {
      if (text[at] !== '.') throw new PathError(at + 1)
      at += 1
    }
    const { step, end } = isBracket ? bracket(text, at) : name(text, at)
    steps.push(step)
    if (steps.length > MAX_STEPS_OF_PATH || wildcardsOf(steps) > MAX_WILDCARDS) throw new PathError(at + 1)
    at = end
  }
  return steps
}

/** How many `*` and `[*]` a path has. */
export const wildcardsOf = (path: Path): number => path.filter(isWildcard).length

/** Whether a step stands for many. */
export const isWildcard = (step: Step): step is '*' | '[*]' => step === '*' || step === '[*]'

/** Whether the first `count` steps of two paths are the same. */
export function sharesStart(one: Path, other: Path, count: number): boolean {
  return one.slice(0, count).every((step, at) => JSON.stringify(step) === JSON.stringify(other[at]))
}

interface Found {
  readonly step: Step
  readonly end: number
}

function name(text: string, start: number): Found {
  let end = start
  while (end < text.length && text[end] !== '.' && text[end] !== '[') {
    if (text[end] === ']' || (text[end] === '*' && end > start)) throw new PathError(end + 1)
    end += 1
  }
  if (end === start || (text[start] === '*' && end > start + 1)) throw new PathError(start + 1)
  const found = text.slice(start, end)
  return { step: found === '*' ? '*' : { name: found }, end }
}

function bracket(text: string, start: number): Found {
  const quote = text[start + 1]
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, start + 2)
    if (close < 0 || text[close + 1] !== ']') throw new PathError(close < 0 ? start + 2 : close + 2)
    return { step: { name: text.slice(start + 2, close) }, end: close + 2 }
  }
  const close = text.indexOf(']', start)
  if (close < 0) throw new PathError(start + 1)
  const inside = text.slice(start + 1, close)
  if (inside === '*') return { step: '[*]', end: close + 1 }
  if (!/^\d{1,4}$/.test(inside) || Number(inside) > MAX_INDEX) throw new PathError(start + 2)
  return { step: { index: Number(inside) }, end: close + 1 }
}

/** What may still be looked at of a message, by all its rules together. */
export interface Budget {
  left: number
}
export class BudgetSpent extends Error {}

/**
 * Tells `found` of everything the path leads to, with what each `*` stood for, in the order of the message.
 * Members are looked up as the message's own: `__proto__` and `length` are names like any other.
 * @throws BudgetSpent as soon as more is looked at than the budget has left.
 */
export function walk(path: Path, root: unknown, budget: Budget, found: (value: unknown, stars: readonly string[]) => void): void {
  const stars: string[] = []
  const visit = (node: unknown, at: number): void => {
    budget.left -= 1
    if (budget.left < 0) throw new BudgetSpent()
    const step = path[at]
    if (step === undefined) return found(node, stars)
    if (typeof node !== 'object' || node === null) return
    if (isWildcard(step)) {
      const each = (key: string, child: unknown) => {
        stars.push(key)
        visit(child, at + 1)
        stars.pop()
      }
      if (Array.isArray(node)) for (let index = 0; index < node.length; index += 1) each(String(index), node[index])
      else if (step === '*') for (const key of Object.keys(node)) each(key, (node as Record<string, unknown>)[key])
      return
    }
    const child = stepInto(node, step)
    if (child !== undefined) visit(child, at + 1)
  }
  visit(root, 0)
}

/** What stands at the end of a path whose `*` stand for `stars`; undefined where there is nothing. */
export function lookUp(path: Path, root: unknown, stars: readonly string[], budget: Budget): unknown {
  let node = root
  let star = 0
  for (const step of path) {
    budget.left -= 1
    if (budget.left < 0) throw new BudgetSpent()
    if (typeof node !== 'object' || node === null) return undefined
    if (isWildcard(step)) {
      const key = stars[star] ?? ''
      star += 1
      node = Array.isArray(node) ? node[Number(key)] : own(node, key)
    } else node = stepInto(node, step)
  }
  return node
}

function stepInto(node: object, step: Exclude<Step, '*' | '[*]'>): unknown {
  if ('name' in step) return Array.isArray(node) ? undefined : own(node, step.name)
  return Array.isArray(node) ? node[step.index] : undefined
}

const own = (node: object, key: string): unknown => (Object.hasOwn(node, key) ? (node as Record<string, unknown>)[key] : undefined)
