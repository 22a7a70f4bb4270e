import { useDesign } from '../design-store.ts'

/** Changes the chosen part; returns whether a form allows it. @param run Changes in succession with the same word are one step */
export type ChangePart = (values: Readonly<Record<string, unknown>>, run?: string) => boolean

/** What changes the part of this key. */
export function useChangePart(key: string): ChangePart {
  const { act, store } = useDesign()
  return (values, run) => {
    act({ do: 'change', key, values, ...(run === undefined ? {} : { run }) })
    return store.getState().refused === undefined
  }
}
