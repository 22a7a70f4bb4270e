import { expect, it } from 'vitest'
import { chartCsv } from './chart-as-files.ts'

it('a chart is a line for each category, and no name in it becomes a formula', () => {
  const series = [
    { name: '=1+1', values: [-3.5, null] },
    { name: 'Core, "inner"', values: [0, 12] },
  ]
  expect(chartCsv('Hour', { categories: ['@SUM', '1'], series, unit: '°C' })).toBe(
    '\ufeffHour,\'=1+1 (°C),"Core, ""inner"" (°C)"\r\n\'@SUM,-3.5,0\r\n1,,12\r\n',
  )
})
