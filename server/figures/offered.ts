/** What a caller may make figures of: subjects with their fields, as `querySubject` tells them. */
import { alarms, points, resourceNamed, rounds, runs } from '../../model/index.ts'
import type { FigureSubject } from '../../model/contract/report/figure.ts'
import type { Measure } from '../../model/figures/document.ts'
import { READINGS } from '../../model/figures/read.ts'
import { READING_MEASURES } from '../../model/figures/reading-measures.ts'
import type { LabelKey, Translate } from '../../model/labels/index.ts'
import type { Resource } from '../../model/resource.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { viewOf } from '../kernel/authorization/view.ts'
import { ALARM_EVENTS, mayCountAlarmEvents, ownFields } from './alarm-events.ts'
import { OPERATORS_OF } from './conditions.ts'
import { derivedNames } from './derived.ts'
import { fieldOf, nounFor, nounsFor, stepOf } from './nouns.ts'
import { mayReadFigures } from './readings.ts'
import { ROUND_RESULTS, mayCountRoundResults, stopFields, stopJoins } from './round-results.ts'
import { RUN_VERDICTS, findingFields, mayCountRunVerdicts } from './run-verdicts.ts'
import type { Found } from './subject.ts'

/** The subjects of a caller: a noun, a field or a reference that they have not is in none of them. */
export function subjectsFor(caller: Caller, t: Translate): FigureSubject[] {
  const ofNoun = (of: Resource) => ({ fields: fieldsOf(caller, of, t), joins: joinsOf(caller, of) })
  const nouns = nounsFor(caller).map((of): FigureSubject => ({
    subject: of.name,
    label: t(`noun.${of.name}` as LabelKey),
    time: viewOf(caller, of).sees('createTime') ? 'createTime' : null,
    measures: ['count'],
    ...ofNoun(of),
  }))
  const events: FigureSubject[] = mayCountAlarmEvents(caller)
    ? [
        {
          subject: ALARM_EVENTS,
          label: t('figures.alarm-events'),
          time: 'time',
          measures: ['count'],
          fields: [...Object.entries(ownFields(caller)).map(([name, found]) => asOffered(name, found, t)), ...fieldsOf(caller, alarms, t)],
          joins: joinsOf(caller, alarms),
        },
      ]
    : []
  const readings: FigureSubject[] = mayReadFigures(caller)
    ? [
        {
          subject: READINGS,
          label: t('figures.readings'),
          time: 'time',
          measures: [...READING_MEASURES],
          ...ofNoun(points),
          // Points are what values are put together by: none of their own numbers is measured beside them.
          fields: fieldsOf(caller, points, t).map((field) => ({ ...field, measures: [] })),
        },
      ]
    : []
  const verdicts: FigureSubject[] = mayCountRunVerdicts(caller)
    ? [
        {
          subject: RUN_VERDICTS,
          label: t('figures.run-verdicts'),
          time: viewOf(caller, runs).sees('createTime') ? 'createTime' : null,
          measures: ['count'],
          fields: [
            ...Object.entries(findingFields(caller)).map(([name, found]) => asOffered(name, found, t)),
            ...fieldsOf(caller, runs, t),
          ],
          joins: joinsOf(caller, runs),
        },
      ]
    : []
  const results: FigureSubject[] = mayCountRoundResults(caller)
    ? [
        {
          subject: ROUND_RESULTS,
          label: t('figures.round-results'),
          time: 'dueAt',
          measures: ['count'],
          fields: [...Object.entries(stopFields(caller)).map(([name, found]) => asOffered(name, found, t)), ...fieldsOf(caller, rounds, t)],
          joins: [...stopJoins(caller), ...joinsOf(caller, rounds)],
        },
      ]
    : []
  return [...nouns, ...events, ...verdicts, ...results, ...readings]
}

function fieldsOf(caller: Caller, of: Resource, t: Translate): FigureSubject['fields'] {
  const view = viewOf(caller, of)
  return [...view.fields, ...derivedNames(of, view)].flatMap((name) => {
    const found = fieldOf(caller, of, 'row', name)
    return found ? [asOffered(name, found, t)] : []
  })
}

function asOffered(field: string, { kind, label, isDimension }: Found, t: Translate): FigureSubject['fields'][number] {
  const measures: Measure[] = [
    ...(kind === 'number' ? (['sum', 'avg', 'min', 'max', 'distinct'] as const) : []),
    ...(kind === 'time' ? (['min', 'max'] as const) : []),
    ...(isDimension && kind !== 'number' ? (['distinct'] as const) : []),
  ]
  return { field, label: t(label), kind, isDimension, measures, operators: [...OPERATORS_OF[kind]] }
}

function joinsOf(caller: Caller, of: Resource): FigureSubject['joins'] {
  return viewOf(caller, of).fields.flatMap((name) => {
    const { kind, link } = of.fields[name] ?? {}
    const target = kind === 'reference' && link ? resourceNamed(link.to) : undefined
    return target && nounFor(caller, target.name) ? [{ step: stepOf(name), subject: target.name }] : []
  })
}
