import { useDesign } from '../design-store.ts'

/** Says something else of the chosen part; tells whether a form may say so. @param run What follows it with the same word is one step */
export type Say = (values: Readonly<Record<string, unknown>>, run?: string) => boolean

/** How a part is told to say something else. */
export function useSay(key: string): Say {
  const { act, store } = useDesign()
  return (values, run) => {
    act({ do: 'change', key, values, ...(run === undefined ? {} : { run }) })
    return store.getState().refused === undefined
  }
}
