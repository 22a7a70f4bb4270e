/** What the code of a label says. */
import { expect, it } from 'vitest'
import { tokenOf } from './label-code.ts'

it('the token of a label is that of the address in its code, as it is written', () => {
  expect(tokenOf('https://plant.example/maintenance/scan?token=AbC-1_x')).toBe('AbC-1_x')
  expect(['M-0007', 'https://plant.example/other?token=x', 'https://plant.example/maintenance/scan'].map(tokenOf)).toEqual(
    Array.from({ length: 3 }, () => undefined),
  )
})
