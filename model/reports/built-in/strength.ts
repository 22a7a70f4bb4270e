/** Strength tests of a period: what was found, beside the design strength of the component that the specimens stand for. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { listOf } from './list.ts'
import { allOf, equal } from './parts.ts'

/** The template of the list. */
export function strength(t: Translate, { of, siteId }: ReportFor): ReportTemplate {
  return listOf(t, {
    landscape: true,
    sets: {
      tests: {
        document: {
          format: 1,
          subject: 'strength-tests',
          measures: [
            { as: 'tested', of: 'min', field: 'testedAt' },
            { as: 'cast', of: 'min', field: 'specimen.castAt' },
            { as: 'found', of: 'avg', field: 'testStrength' },
            { as: 'design', of: 'avg', field: 'specimen.component.designStrength' },
          ],
          dimensions: [
            { field: 'testNumber' },
            { field: 'specimenId' },
            { field: 'specimen.componentId', as: 'componentId' },
            { field: 'specimen.specimenCuring', as: 'curing' },
            { field: 'testedBy' },
          ],
          ...allOf([equal('specimen.component.siteId', siteId)]),
          time: { field: 'testedAt', from: of.from, to: of.to },
          order: [['tested', 'ascend']],
        },
      },
    },
    chart: {
      kind: 'bar',
      x: 'tests.testNumber',
      series: [
        { field: 'tests.found', name: t('field.strength-tests.testStrength') },
        { field: 'tests.design', name: t('field.components.designStrength') },
      ],
    },
    columns: [
      { head: t('field.strength-tests.testNumber'), width: 84, field: 'testNumber' },
      { head: t('field.strength-tests.specimenId'), width: 84, field: 'specimenIdCn' },
      { head: t('field.specimens.componentId'), width: 76, field: 'componentIdCn' },
      { head: t('field.specimens.specimenCuring'), width: 70, field: 'curingCn' },
      { head: t('field.specimens.castAt'), width: 66, field: 'cast', format: 'yyyy-MM-dd' },
      { head: t('field.strength-tests.testedAt'), width: 66, field: 'tested', format: 'yyyy-MM-dd' },
      { head: t('reports.age'), width: 46, formula: 'DAYS(F,G)', isFigure: true },
      {
        head: t('field.strength-tests.testStrength'),
        width: 76,
        field: 'found',
        format: '0.0',
        isFigure: true,
        alert: 'I<J',
        total: 'AVG',
      },
      { head: t('field.components.designStrength'), width: 76, field: 'design', format: '0.0', isFigure: true },
      { head: t('reports.of-design'), width: 52, formula: 'I/J', format: '0%', isFigure: true, alert: 'K<1', total: 'MIN' },
      { head: t('field.strength-tests.testedBy'), width: 56, field: 'testedBy' },
    ],
    note: t('reports.strength-note'),
  })
}
