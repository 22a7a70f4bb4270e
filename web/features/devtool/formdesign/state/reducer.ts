/** The state of the designer: the form, what was before and what was taken back, and which part is chosen. */
import { FORM_DEFINITION } from '../../../../../model/form/definition.ts'
import type { FormDefinition } from '../../../../../model/form/definition.ts'
import type { FieldKind } from '../../../../../model/form/kinds.ts'
import { changeKind } from './change-kind.ts'
import type { Doc, Key, Place } from './doc.ts'
import { definitionOf, docOf, partsIn } from './doc.ts'
import type { Edited, Refusal } from './edits.ts'
import { change, insert, move, remove } from './edits.ts'
import type { NewPart } from './new-parts.ts'

/** Steps that can be taken back. */
export const MAX_UNDO = 100

export interface DesignState {
  readonly doc: Doc
  readonly past: readonly Doc[]
  readonly future: readonly Doc[]
  readonly selected: Key | undefined
  /** What is being written without a pause is one step: the part and the member. */
  readonly run?: string | undefined
  /** Why the last action did nothing. A new object each time, so that it is told each time. */
  readonly refused?: { readonly why: Refusal } | undefined
}

export type DesignAction =
  | { readonly do: 'insert'; readonly part: NewPart; readonly at: Place }
  | { readonly do: 'move'; readonly key: Key; readonly to: Place }
  | { readonly do: 'remove'; readonly key: Key }
  /** `run`: changes that follow each other with the same word are one step. */
  | { readonly do: 'change'; readonly key: Key; readonly values: Readonly<Record<string, unknown>>; readonly run?: string }
  | { readonly do: 'change-kind'; readonly key: Key; readonly kind: FieldKind; readonly column: NewPart }
  | { readonly do: 'print'; readonly print: FormDefinition['print']; readonly run?: string }
  | { readonly do: 'replace'; readonly definition: FormDefinition }
  | { readonly do: 'select'; readonly key: Key | undefined }
  | { readonly do: 'undo' }
  | { readonly do: 'redo' }
  /** Another form, or the same one as somebody else saved it: nothing of before can be taken back. */
  | { readonly do: 'load'; readonly definition: FormDefinition }

/** The state of a form that is opened. */
export function beginWith(definition: FormDefinition): DesignState {
  return { doc: docOf(definition), past: [], future: [], selected: undefined }
}

/** The state after the action; the same one where it says nothing new. */
export function reduce(state: DesignState, action: DesignAction): DesignState {
  switch (action.do) {
    case 'insert': {
      const part = action.part(state.doc)
      const taken = usedNumbers(state.doc, part)
      return step(state, insert({ ...state.doc, next: taken }, part, action.at), { select: part.key })
    }
    case 'move':
      return step(state, move(state.doc, action.key, action.to), { select: action.key })
    case 'remove':
      return step(state, remove(state.doc, action.key), { select: neighbourOf(state.doc, action.key) })
    case 'change':
      return step(state, valid(change(state.doc, action.key, action.values)), { run: action.run && `${action.key} ${action.run}` })
    case 'change-kind':
      return step(state, valid(changeKind(state.doc, action.key, action.kind, action.column)))
    case 'print': {
      const { print: _, ...rest } = state.doc
      return step(state, valid({ doc: action.print ? { ...rest, print: action.print } : rest }), {
        run: action.run && `print ${action.run}`,
      })
    }
    case 'replace': {
      const read = docOf(action.definition)
      return step(state, valid({ doc: read }), { select: undefined })
    }
    case 'select':
      return state.selected === action.key ? state : settled({ ...state, selected: action.key })
    case 'undo':
      return travel(state, state.past.at(-1), (doc) => ({ past: state.past.slice(0, -1), future: [doc, ...state.future] }))
    case 'redo':
      return travel(state, state.future[0], (doc) => ({ past: [...state.past, doc], future: state.future.slice(1) }))
    case 'load':
      return beginWith(action.definition)
  }
}

/** The state with the edit as its newest step; with the reason where it was refused, and as it was where nothing changed. */
function step(state: DesignState, edited: Edited, more: { select?: Key | undefined; run?: string | undefined } = {}): DesignState {
  if ('refused' in edited) return { ...state, refused: { why: edited.refused } }
  const selected = selectedIn(edited.doc, 'select' in more ? more.select : state.selected)
  if (edited.doc === state.doc) return settled({ ...state, selected })
  const isSameRun = more.run !== undefined && more.run === state.run
  const past = isSameRun ? state.past : [...state.past, state.doc].slice(-MAX_UNDO)
  return { doc: edited.doc, past, future: [], selected, run: more.run }
}

function travel(state: DesignState, to: Doc | undefined, history: (from: Doc) => Pick<DesignState, 'past' | 'future'>): DesignState {
  if (!to) return state
  return { ...history(state.doc), doc: to, selected: selectedIn(to, state.selected) }
}

const settled = ({ doc, past, future, selected }: DesignState): DesignState => ({ doc, past, future, selected })

const selectedIn = (doc: Doc, key: Key | undefined): Key | undefined => (key !== undefined && partsIn(doc).has(key) ? key : undefined)

/** The edit, unless it makes something that is no form. */
function valid(edited: Edited): Edited {
  return 'refused' in edited || FORM_DEFINITION.safeParse(definitionOf(edited.doc)).success ? edited : { refused: 'shape' }
}

/** The number after those that the new part and what is in it have taken. */
function usedNumbers(doc: Doc, part: ReturnType<NewPart>): number {
  const own = part.key.startsWith('#') ? Number(part.key.slice(1)) + 1 : 0
  return Math.max(doc.next, own, ...part.of.map((one) => usedNumbers(doc, one)))
}

/** What is chosen when the part is gone: the one after it, else the one before it, else what it stood in. */
function neighbourOf(doc: Doc, key: Key): Key | undefined {
  const found = partsIn(doc).get(key)
  if (!found) return undefined
  const siblings = [...partsIn(doc).values()].filter(({ parent }) => parent === found.parent)
  return (siblings[found.at + 1] ?? siblings[found.at - 1])?.part.key ?? found.parent
}
