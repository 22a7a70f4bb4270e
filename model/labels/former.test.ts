import { expect, it } from 'vitest'
import { formerWords } from './former.ts'
import type { Labels } from './index.ts'
import en from './en/index.ts'
import tw from './tw/index.ts'
import zh from './zh/index.ts'

const languages: readonly Labels[] = [en, zh, tw]

it('a former word is none of today, neither of its field nor of another of its noun', () => {
  const taken = Object.entries(formerWords).flatMap(([key, words]) => {
    const siblings = Object.keys(en).filter((other) => other.startsWith(key.slice(0, key.lastIndexOf('.') + 1))) as (keyof Labels)[]
    return words.filter((word) => siblings.some((sibling) => languages.some((labels) => labels[sibling] === word)))
  })
  expect(taken).toEqual([])
})
