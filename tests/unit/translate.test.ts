import { expect, test } from 'vitest'
import type { LabelKey, Labels } from '../../model/labels/index.ts'
import { translatorOf } from '../../model/labels/translate.ts'

const t = translatorOf({ 'granting.count': '{{ticked}} of {{all}}, {{all}}', 'common.save': 'Save {{what}}' } as Labels)

test('fills in what is named, as often as it stands there', () => {
  expect(t('granting.count', { ticked: 2, all: 10 })).toBe('2 of 10, 10')
})

test('leaves a text alone that is asked for without values, and a gap empty that nothing was given for', () => {
  expect(t('common.save')).toBe('Save {{what}}')
  expect(t('common.save', {})).toBe('Save ')
})

test('a value is text, whatever braces, dollar signs or markup stand in it', () => {
  expect(t('granting.count', { ticked: '{{all}}', all: '$& $1 <b>' })).toBe('{{all}} of $& $1 <b>, $& $1 <b>')
})

test('a key without a text tells itself, and so does one that every object has', () => {
  expect(t('no.such' as LabelKey, { count: 1 })).toBe('no.such')
  expect(t('constructor' as LabelKey)).toBe('constructor')
})
