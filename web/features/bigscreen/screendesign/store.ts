/** The designer's state as its parts ask for it: each is drawn again only when what it shows has changed. */
import { createContext, useContext } from 'react'
import { create, useStore } from 'zustand'
import type { ScreenDocument, ScreenPage, ScreenWidget } from '../../../../model/screens/document.ts'
import type { Aids } from './state/guides.ts'
import type { DesignState } from './state/history.ts'
import { beginWith, choose, goTo, pageIn, redo, step, undo } from './state/history.ts'
import { withPage } from './state/pages.ts'
import { widgetsOf } from './state/edits.ts'

/** Zoom, guides and the like: how the canvas is looked at, which is no part of the screen. */
export interface ViewState {
  /** Real pixels for one of the canvas; undefined: as it fits. */
  readonly zoom: number | undefined
  /** The same as it comes to; 0 until that is known: whatever was drawn before would be drawn twice. */
  readonly scale: number
  readonly aids: Aids
  /** Of groups of which players show one at a time, that which is looked at; undefined: all of them. */
  readonly group: string | undefined
}

/** A step: what is chosen from then on, and a word by which steps that follow each other are one. */
interface StepOptions {
  readonly chosen?: readonly string[]
  readonly run?: string | undefined
}

const createDesign = (document: ScreenDocument) => create<DesignState>(() => beginWith(document))
const createView = (view: ViewState) => create<ViewState>(() => view)
const createAnnouncement = () => create<{ readonly text: string }>(() => ({ text: '' }))

/** An opened screen, with what is done to it. */
export interface Design {
  readonly store: ReturnType<typeof createDesign>
  readonly view: ReturnType<typeof createView>
  readonly announcement: ReturnType<typeof createAnnouncement>
  /** Changes the page that is shown, as one step that can be taken back. */
  readonly change: (
    made: (page: ScreenPage, chosen: readonly string[], document: ScreenDocument) => ScreenPage,
    options?: StepOptions,
  ) => void
  /** Changes the screen in the same way. */
  readonly changeScreen: (made: (document: ScreenDocument) => ScreenDocument, options?: StepOptions) => void
  readonly choose: (ids: readonly string[]) => void
  readonly goTo: (page: string) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Another screen, as somebody else saved it: nothing of before can be taken back. */
  readonly load: (document: ScreenDocument) => void
  /** Has assistive technology read a text out; the same one again is read again. */
  readonly announce: (text: string) => void
}

/** Opens a screen. */
export function openDesign(document: ScreenDocument, view: ViewState): Design {
  const store = createDesign(document)
  const announcement = createAnnouncement()
  const set = (made: (state: DesignState) => DesignState) => store.setState(made(store.getState()), true)
  return {
    store,
    view: createView(view),
    announcement,
    change: (made, options) =>
      set((state) =>
        step(
          state,
          withPage(state.document, pageIn(state).id, (page) => made(page, state.chosen, state.document)),
          options,
        ),
      ),
    changeScreen: (made, options) => set((state) => step(state, made(state.document), options)),
    choose: (ids) => set((state) => choose(state, ids)),
    goTo: (page) => set((state) => goTo(state, page)),
    undo: () => set(undo),
    redo: () => set(redo),
    load: (other) => set(() => beginWith(other)),
    announce: (text) => announcement.setState(({ text: last }) => ({ text: last === text ? `${text}\u00a0` : text })),
  }
}

const Opened = createContext<Design | undefined>(undefined)
export const DesignProvider = Opened.Provider

/** The screen that is open. */
export function useDesign(): Design {
  const design = useContext(Opened)
  if (!design) throw new Error('outside of the designer')
  return design
}

/** What of the state the component shows. */
export const useDesignState = <Shown>(shown: (state: DesignState) => Shown): Shown => useStore(useDesign().store, shown)

/** What of the look at the canvas the component shows. */
export const useView = <Shown>(shown: (state: ViewState) => Shown): Shown => useStore(useDesign().view, shown)

/** The page that is shown. */
export const usePage = (): ScreenPage => useDesignState(pageIn)

/** The widgets that are chosen. */
export function useChosen(): readonly ScreenWidget[] {
  const page = usePage()
  const chosen = useDesignState((state) => state.chosen)
  return widgetsOf(page, chosen)
}
