/** The designer's state as its parts ask for it: each is drawn again only when what it shows has changed. */
import { createContext, useContext } from 'react'
import { create, useStore } from 'zustand'
import type { FormDefinition, Texts } from '../../../../model/form/definition.ts'
import type { Key } from './state/doc.ts'
import { partsIn } from './state/doc.ts'
import type { DesignAction, DesignState } from './state/reducer.ts'
import { beginWith, reduce } from './state/reducer.ts'

interface Store extends DesignState {
  /** The language in which texts of the form are shown and written. */
  readonly language: keyof Texts
}

/** An opened form, with what is done to it. */
export interface Design {
  readonly store: ReturnType<typeof createStoreOf>
  readonly act: (action: DesignAction) => void
  readonly write: (language: keyof Texts) => void
  /** Calls whenever something was done: with what, and the states before and after. */
  readonly follow: (follower: Follower) => () => void
}
type Follower = (action: DesignAction, before: DesignState, after: DesignState) => void

const createStoreOf = (definition: FormDefinition, language: keyof Texts) =>
  create<Store>(() => ({ ...beginWith(definition), run: undefined, refused: undefined, language }))

/** Opens a form. */
export function openDesign(definition: FormDefinition, language: keyof Texts): Design {
  const store = createStoreOf(definition, language)
  const followers = new Set<Follower>()
  return {
    store,
    act: (action) => {
      const before = store.getState()
      const after = reduce(before, action)
      if (after === before) return
      store.setState({ run: undefined, refused: undefined, ...after })
      for (const follower of followers) follower(action, before, after)
    },
    write: (written) => store.setState({ language: written }),
    follow: (follower) => {
      followers.add(follower)
      return () => followers.delete(follower)
    },
  }
}

const Opened = createContext<Design | undefined>(undefined)
export const DesignProvider = Opened.Provider

/** The form that is open. */
export function useDesign(): Design {
  const design = useContext(Opened)
  if (!design) throw new Error('outside of the designer')
  return design
}

/** What of the state the component shows. */
export function useDesignState<Shown>(choose: (state: Store) => Shown): Shown {
  return useStore(useDesign().store, choose)
}

/** The part that the arrows go on from, and that the Tab key stops at: the chosen one, else the first. */
export const stopIn = ({ selected, doc }: DesignState): Key | undefined => selected ?? doc.of[0]?.key

/** The chosen part; undefined where none is. */
export const chosenIn = ({ selected, doc }: DesignState) => (selected === undefined ? undefined : partsIn(doc).get(selected))
