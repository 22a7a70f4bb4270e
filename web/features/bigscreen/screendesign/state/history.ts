/** The state of the designer: the screen, what was before and what was taken back, which page is shown and which widgets of it are chosen. Pure. */
import type { ScreenDocument, ScreenPage } from '../../../../../model/screens/document.ts'

/** Steps that can be taken back. */
export const MAX_UNDO = 200

/** What is kept of a step: undoing it leads back to the page that it was made on. */
interface Kept {
  readonly document: ScreenDocument
  readonly pageId: string
  readonly chosen: readonly string[]
}

export interface DesignState extends Kept {
  readonly past: readonly Kept[]
  readonly future: readonly Kept[]
  /** Changes that follow each other with the same word are one step. */
  readonly run?: string | undefined
}

/** The state of a screen that is opened. */
export const beginWith = (document: ScreenDocument): DesignState => ({
  document,
  past: [],
  future: [],
  pageId: document.pages[0]?.id ?? '',
  chosen: [],
})

/** The page that is shown. */
export function pageIn({ document, pageId }: Pick<DesignState, 'document' | 'pageId'>): ScreenPage {
  const page = document.pages.find(({ id }) => id === pageId) ?? document.pages[0]
  if (!page) throw new Error('a screen has at least one page')
  return page
}

/** The state with the screen as its newest step; the same one where nothing changed. @param chosen What is chosen from then on */
export function step(
  state: DesignState,
  document: ScreenDocument,
  { chosen, run }: { chosen?: readonly string[]; run?: string | undefined } = {},
): DesignState {
  if (document === state.document) return chosen ? choose(state, chosen) : state
  const isSameRun = run !== undefined && run === state.run
  const past = isSameRun ? state.past : [...state.past, keptOf(state)].slice(-MAX_UNDO)
  return settled({ ...state, document, chosen: chosen ?? state.chosen, past, future: [], run })
}

/** The state with the newest step taken back; the same one where there is none. */
export function undo(state: DesignState): DesignState {
  const before = state.past.at(-1)
  if (!before) return state
  return settled({ ...before, past: state.past.slice(0, -1), future: [keptOf(state), ...state.future] })
}

/** The state with the step done again that was taken back last; the same one where there is none. */
export function redo(state: DesignState): DesignState {
  const [after, ...future] = state.future
  if (!after) return state
  return settled({ ...after, past: [...state.past, keptOf(state)], future })
}

/** The state with these widgets of the page chosen. */
export const choose = (state: DesignState, chosen: readonly string[]): DesignState => settled({ ...state, chosen, run: undefined })

/** The state with another page shown, of which nothing is chosen. */
export const goTo = (state: DesignState, pageId: string): DesignState =>
  settled({ ...state, pageId, chosen: pageId === state.pageId ? state.chosen : [], run: undefined })

const keptOf = ({ document, pageId, chosen }: DesignState): Kept => ({ document, pageId, chosen })

/** A page is shown that there is, and what is chosen is on it. */
function settled(state: DesignState): DesignState {
  const page = pageIn(state)
  const there = new Set(page.widgets.map(({ id }) => id))
  const chosen = state.chosen.every((id) => there.has(id)) ? state.chosen : state.chosen.filter((id) => there.has(id))
  return page.id === state.pageId && chosen === state.chosen ? state : { ...state, pageId: page.id, chosen }
}
