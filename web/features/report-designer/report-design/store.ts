/** The designer's state as its parts ask for it: each is drawn again only when what it shows has changed. */
import { createContext, useContext } from 'react'
import { create, useStore } from 'zustand'
import type { Area, Place } from '../../../../model/reports/places.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { nameOfPlace } from '../../../../model/reports/places.ts'
import type { SheetState } from './state/history.ts'
import { beginWith, choose, chosenIn, redo, step, undo } from './state/history.ts'

const createStoreOf = (template: ReportTemplate) => create<SheetState>(() => beginWith(template))

/** An opened template, with what is done to it. */
export interface Sheet {
  readonly store: ReturnType<typeof createStoreOf>
  /** Changes the template, as one step that can be taken back. @param run Changes that follow each other with the same word are one step */
  readonly change: (made: (template: ReportTemplate, area: Area, at: Place) => ReportTemplate, run?: string) => void
  readonly choose: (at: Place, to?: Place) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Another template, as somebody else saved it: nothing of before can be taken back. */
  readonly load: (template: ReportTemplate) => void
}

/** Opens a template. */
export function openSheet(template: ReportTemplate): Sheet {
  const store = createStoreOf(template)
  const turn = (made: (state: SheetState) => SheetState) => store.setState(made(store.getState()), true)
  return {
    store,
    change: (made, run) => turn((state) => step(state, made(state.template, chosenIn(state), state.at), run)),
    choose: (at, to) => turn((state) => choose(state, at, to)),
    undo: () => turn(undo),
    redo: () => turn(redo),
    load: (other) => turn(() => beginWith(other)),
  }
}

const Opened = createContext<Sheet | undefined>(undefined)
export const SheetProvider = Opened.Provider

/** The template that is open. */
export function useSheet(): Sheet {
  const sheet = useContext(Opened)
  if (!sheet) throw new Error('outside of the designer')
  return sheet
}

/** What of the state the component shows. */
export const useSheetState = <Shown>(shown: (state: SheetState) => Shown): Shown => useStore(useSheet().store, shown)

/** The cell that is written into; undefined for an empty one. */
export const activeCell = ({ template, at }: SheetState) => template.cells[nameOfPlace(at)]
