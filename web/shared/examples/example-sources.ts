/** Where pages of the template group find the files they show: the app knows them all, each page names its own. */
import { createContext, useContext } from 'react'

/** What reads a file, by its path below web/. */
export type Sources = Readonly<Record<string, () => Promise<string>>>

export const ExampleSources = createContext<() => Promise<Sources>>(() => Promise.resolve({}))

/** A function that loads the sources of the examples. */
export const useExampleSources = (): (() => Promise<Sources>) => useContext(ExampleSources)
