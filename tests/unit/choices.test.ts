/** Whatever can be chosen of a field has a name in each language: one without it would be told as its key. */
import { describe, expect, it } from 'vitest'
import { resources } from '../../model/index.ts'
import type { Labels } from '../../model/labels/index.ts'
import en from '../../model/labels/en/index.ts'
import tw from '../../model/labels/tw/index.ts'
import zh from '../../model/labels/zh/index.ts'
import type { Resource } from '../../model/resource.ts'

const keys = Object.values<Resource>(resources).flatMap(({ fields }) =>
  Object.entries(fields).flatMap(([name, { kind, options = [] }]) =>
    kind === 'words' ? options.map((member) => `button.${String(member)}`) : options.map((member) => `choice.${name}.${String(member)}`),
  ),
)

describe.each<[string, Labels]>([
  ['en', en],
  ['zh', zh],
  ['tw', tw],
])('%s', (_language, labels) => {
  it('has a text for every member of every choice', () => {
    expect(keys).toContain('choice.reportCode.tensioning')
    expect([...new Set(keys)].filter((key) => !Object.hasOwn(labels, key))).toEqual([])
  })
})
