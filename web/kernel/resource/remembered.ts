/** How somebody likes a page in this browser: a word kept under a key, for what is no part of an address. */
import { useState } from 'react'

const KEY = 'outstation.page.'

/** The word that was kept; undefined where there is none, or the browser keeps nothing. */
export function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(KEY + key) ?? undefined
  } catch {
    return undefined
  }
}

/** The word of this key and how to change it. */
export function useRemembered(key: string, usual: string): [string, (word: string) => void] {
  const [word, setWord] = useState(() => remembered(key) ?? usual)
  return [
    word,
    (next) => {
      setWord(next)
      try {
        localStorage.setItem(KEY + key, next)
      } catch {
        // It is forgotten with the page.
      }
    },
  ]
}
