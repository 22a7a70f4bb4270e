/**
 * Degree days of what cures beside its member: the mean of each day and what it adds, point by point, each with what it comes to. Below them the cubes of
 * the same condition that were tested meanwhile, for whoever may have their figures.
 */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate, TemplateCell } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, keyOf, look } from './parts.ts'

/** Rows below the days, down to the last of the cubes. */
const [DAYS_END, CUBES_END] = [5, 8]

/** The template of the list. Two points beside one another measure the same days: there is no sum over points. */
export function degreeDays(t: Translate, asked: ReportFor): ReportTemplate {
  const { of, deviceId, siteId } = asked
  // Which cubes lie beside a device nobody says: of a device alone there are none, and such a report stays one of that device.
  const cubes = (deviceId === undefined || siteId !== undefined) && (asked.has?.('strength-tests') ?? true) ? cubesOf(t, asked) : undefined
  const end = cubes ? CUBES_END : DAYS_END
  return {
    format: 1,
    page: { size: 'A4', margins: MARGINS, repeat: { head: [3, 3] } },
    columns: [110, 90, 70, 48, 48, 48, 59, 50],
    rows: [30, 18, 18, 16, 16, ...(cubes ? [24, 18, 16] : []), 30, 30],
    sets: {
      days: {
        document: {
          format: 1,
          subject: 'readings',
          measures: [
            { as: 'mean', of: 'mean' },
            { as: 'low', of: 'min' },
            { as: 'high', of: 'max' },
            { as: 'sum', of: 'degreeDays' },
            { as: 'covered', of: 'coverage' },
          ],
          dimensions: [
            { field: 'time', bucket: 'day' },
            { field: 'deviceId' },
            { field: 'device.deviceName', as: 'deviceName' },
            { field: 'pointKey' },
            { field: 'pointName' },
          ],
          ...allOf([keyOf('ambient'), equal('deviceId', deviceId), equal('device.siteId', siteId)]),
          time: { from: of.from, to: of.to },
          order: [
            ['deviceName', 'ascend'],
            ['pointKey', 'ascend'],
            ['time', 'ascend'],
          ],
        },
      },
      ...(cubes ? { cubes: cubes.set } : {}),
    },
    styles: [...STYLES],
    merges: [1, 2, ...(cubes ? [DAYS_END + 1] : []), end + 1, end + 2].map((row) => `A${row}:H${row}`),
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      A3: { text: t('noun.devices'), style: look.head },
      B3: { text: t('field.points.pointName'), style: look.head },
      C3: { text: t('reports.day'), style: look.head },
      D3: { text: t('reports.mean'), style: look.head },
      E3: { text: t('reports.lowest'), style: look.head },
      F3: { text: t('reports.highest'), style: look.head },
      G3: { text: t('reports.degree-day'), style: look.head },
      H3: { text: t('reports.covered'), style: look.head },
      A4: { field: 'days.deviceId', show: 'days.deviceName', expand: 'down', style: look.text },
      B4: { field: 'days.pointKey', show: 'days.pointName', expand: 'down', style: look.text },
      C4: { field: 'days.time', expand: 'down', format: 'yyyy-MM-dd', style: look.text },
      D4: { field: 'days.mean', format: '0.0', style: look.figure },
      E4: { field: 'days.low', format: '0.0', style: look.figure },
      F4: { field: 'days.high', format: '0.0', style: look.figure },
      G4: { field: 'days.sum', format: '0.0', style: look.figure },
      H4: { field: 'days.covered', format: '0.0%', style: look.figure },
      C5: { text: t('reports.total'), style: look.head, left: 'B4' },
      ...Object.fromEntries(['D5', 'E5', 'F5', 'H5'].map((place) => [place, { text: '', style: look.foot, left: 'B4' }])),
      G5: { formula: 'SUM(G4)', format: '0.0', style: look.foot, left: 'B4' },
      ...cubes?.cells,
      [`A${end + 1}`]: { text: t('reports.degree-days-note'), style: look.plain, left: 'none' },
      [`A${end + 2}`]: { text: SIGNATURES, style: look.plain, left: 'none' },
    },
  }
}

/** What was found of the cubes that were tested in the period. */
function cubesOf(
  t: Translate,
  { of, siteId }: ReportFor,
): { set: ReportTemplate['sets'][string]; cells: Readonly<Record<string, TemplateCell>> } {
  const heads = [
    t('field.strength-tests.testNumber'),
    t('field.strength-tests.specimenId'),
    t('field.specimens.componentId'),
    t('field.specimens.castAt'),
    t('field.strength-tests.testedAt'),
    t('reports.age'),
    t('field.strength-tests.testStrength'),
    t('reports.of-design'),
  ]
  return {
    set: {
      document: {
        format: 1,
        subject: 'strength-tests',
        measures: [
          { as: 'tested', of: 'min', field: 'testedAt' },
          { as: 'cast', of: 'min', field: 'specimen.castAt' },
          { as: 'found', of: 'avg', field: 'testStrength' },
          { as: 'design', of: 'avg', field: 'specimen.component.designStrength' },
          { as: 'share', formula: 'found / design' },
        ],
        dimensions: [{ field: 'testNumber' }, { field: 'specimenId' }, { field: 'specimen.componentId', as: 'componentId' }],
        ...allOf([equal('specimen.specimenCuring', 'same-condition'), equal('specimen.component.siteId', siteId)]),
        time: { field: 'testedAt', from: of.from, to: of.to },
        order: [['tested', 'ascend']],
      },
    },
    cells: {
      A6: { text: t('reports.same-condition-cubes'), style: look.section, left: 'none' },
      ...Object.fromEntries(heads.map((text, at) => [`${'ABCDEFGH'.charAt(at)}7`, { text, style: look.head, left: 'none' as const }])),
      A8: { field: 'cubes.testNumber', expand: 'down', aggregate: 'list', style: look.text },
      B8: { field: 'cubes.specimenIdCn', style: look.text },
      C8: { field: 'cubes.componentIdCn', style: look.text },
      D8: { field: 'cubes.cast', format: 'MM-dd', style: look.text },
      E8: { field: 'cubes.tested', format: 'MM-dd', style: look.text },
      F8: { formula: 'DAYS(D8,E8)', style: look.figure },
      G8: { field: 'cubes.found', format: '0.0', style: look.figure },
      H8: { field: 'cubes.share', format: '0%', style: look.figure },
    },
  }
}
