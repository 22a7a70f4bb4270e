/** Every call that can be granted is named in words of each language, not in those of the code alone. */
import { expect, it } from 'vitest'
import { resources } from '../model/index.ts'
import type { Resource } from '../model/resource.ts'
import en from '../model/labels/en/index.ts'
import * as tw from '../model/labels/tw/calls.ts'
import * as zh from '../model/labels/zh/calls.ts'
import { features } from '../server/modules.ts'

/** The calls of every noun have a pattern of words (web/kernel/i18n/url-title.ts). */
const patterned = new Set(
  Object.values<Resource>(resources).flatMap(({ api: { base, noun } }) => [
    ...['query', 'add', 'update', 'delete', 'export', 'exportWord', 'exportPDF', 'import'].map((verb) => `${base}/${verb}${noun}`),
    `${base}/query${noun}Tree`,
    `${base}/query${noun}Options`,
  ]),
)

it('has words for every call', () => {
  const granted = features
    .flatMap(({ routes }) => routes)
    .filter(({ access }) => access === 'granted' || access === 'platform')
    .map(({ path }) => path)
  expect(granted.length).toBeGreaterThan(100)
  // What English has the other languages have, or they do not compile.
  expect(granted.filter((path) => !patterned.has(path) && !(`call.${path.split('/').at(-1)}` in en))).toEqual([])
})

it('has words in Chinese for what nobody is granted, and for each group of the API document', () => {
  const open = features
    .flatMap(({ routes }) => routes)
    .filter(({ access }) => access === 'public' || access === 'signed-in' || access === 'machine')
  const steps = features
    .flatMap(({ routes }) => routes)
    .flatMap(({ path, protocol }) =>
      (protocol?.steps ?? []).filter(({ below }) => below).map(({ method }) => `${String(method)} ${path}/{id}`),
    )
  const named = [...open.filter(({ path }) => !patterned.has(path)).map(({ method, path }) => `${method} ${path}`), ...steps]
  const tags = [...new Set(features.map(({ tag }) => tag))].filter((tag) => !(`noun.${tag}` in en))
  for (const { calls, groups } of [zh, tw]) {
    expect(Object.keys(calls).sort()).toEqual([...new Set(named)].sort())
    expect(Object.keys(groups).sort()).toEqual([...tags].sort())
  }
})
