/** Where texts break into lines. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { openMeasure } from './boxes.ts'

const SIZE = 10
/** Lines no wider than so many Chinese characters, which are as wide as high. */
const broken = async (text: string, characters: number) => {
  const measure = await openMeasure()
  return measure(text, SIZE, characters * SIZE + 0.1, Infinity).map((line) => line.text)
}

it.each([
  ['no line begins with what closes a phrase', '偏差（%）', 3, ['偏差', '（%）']],
  ['words of Latin letters stay whole beside Chinese', '油压（MPa）', 4, ['油压', '（MPa）']],
  ['no line ends with what opens a phrase', '设计张拉力（kN）', 6, ['设计张拉力', '（kN）']],
  ['a comma stays behind its word', '标准养护室，温度', 5, ['标准养护', '室，温度']],
  ['Chinese breaks between any two characters', '预应力张拉记录表', 3, ['预应力', '张拉记', '录表']],
  ['Latin words break at blanks', 'Curing room record', 4, ['Curing', 'room', 'record']],
  ['a line goes on with Chinese behind a word', 'NJ 一号梁场蒸养', 5, ['NJ 一号梁', '场蒸养']],
  ['a word that is wider than the line is cut', 'abcdefghijkl', 2, expect.arrayContaining([expect.stringMatching(/^abc/)])],
])('%s', async (_rule, text, characters, lines) => {
  expect(await broken(text, characters)).toEqual(lines)
})

it('every line is as wide as there is room at most, and nothing but blanks is lost', async () => {
  const measure = await openMeasure()
  const characters = fc.constantFrom(...'张拉（）。，「」%/ aiMW.,()[]')
  const written = fc.property(fc.array(characters, { maxLength: 60 }), fc.integer({ min: 11, max: 80 }), (letters, width) => {
    const text = letters.join('')
    const lines = measure(text, SIZE, width, Infinity)
    for (const line of lines) expect(line.width, line.text).toBeLessThanOrEqual(width + 0.01)
    expect(
      lines
        .map((line) => line.text)
        .join('')
        .replaceAll(' ', ''),
    ).toBe(text.replaceAll(' ', ''))
  })
  fc.assert(written, { numRuns: 500 })
})
