/** What was found on inspection rounds, as a subject: a row for each stop of a round, recorded or not, with what is known of the round. */
import { sql } from 'kysely'
import { queryRoundDetail } from '../../model/contract/maintenance/rounds.ts'
import { equipment, rounds } from '../../model/index.ts'
import { DISCLOSED_WITH_STOPS } from '../../model/maintenance/rounds.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { mayCall, viewOf } from '../kernel/authorization/view.ts'
import { seesPeople } from '../kernel/resources/people.ts'
import { nounFor, nounSubject } from './nouns.ts'
import type { Found, Subject } from './subject.ts'

export const ROUND_RESULTS = 'round-results'

/** Whether the caller may have figures of what was found on rounds: whoever lists them and is told the stops of one. */
export const mayCountRoundResults = (caller: Caller): boolean =>
  nounFor(caller, rounds.name) !== undefined &&
  mayCall(caller, queryRoundDetail.path) &&
  DISCLOSED_WITH_STOPS.every((name) => viewOf(caller, rounds).sees(name))

/** The subject: fields of the stop, and behind them those of its round. What was found goes by the time at which it was due, which stops that nobody recorded have as well. */
export function roundResultSubject(caller: Caller): Subject {
  const ofRound = nounSubject(caller, rounds, stopFields(caller))
  return {
    ...ofRound,
    name: ROUND_RESULTS,
    time: 'dueAt',
    from: () =>
      sql`${sql.table(rounds.readsFrom ?? rounds.table)} as row join round_results as found on found.tenant_id = row.tenant_id and found.round_id = row.id${ofRound.joins()}`,
  }
}

/** The fields of a stop itself, for whoever {@link mayCountRoundResults}; who recorded it for those who are told of a round. */
export function stopFields(caller: Caller): Readonly<Record<string, Found>> {
  const view = viewOf(caller, rounds)
  const reference = (column: string, link: NonNullable<Found['link']>, label: Found['label']): Found => ({
    ...{ kind: 'reference', value: sql.ref(`found.${column}`), isDimension: true, label },
    ...{ link, showsName: view.names(link), namedBy: view.naming(link) },
  })
  const number = (value: Found['value'], label: Found['label']): Found => ({ kind: 'number', value, isDimension: false, label })
  return {
    stopOrder: { ...number(sql.ref('found.stop_order'), 'field.round-stops.stopOrder'), isDimension: true },
    stopName: { kind: 'text', value: sql.ref('found.stop_name'), isDimension: true, label: 'field.round-stops.stopName' },
    equipmentId: reference('equipment_id', { to: equipment.name, show: 'equipment_name' }, 'field.round-stops.equipmentId'),
    stopResult: {
      kind: 'choice',
      value: sql`case when found.recorded_at is null then 'open' when found.items_failed > 0 then 'failed' else 'good' end`,
      isDimension: true,
      options: ['good', 'failed', 'open'],
      words: 'figures.stop-',
      label: 'figures.field-stopResult',
    },
    stopItems: number(sql`jsonb_array_length(found.checks)`, 'figures.field-stopItems'),
    stopItemsFailed: number(sql.ref('found.items_failed'), 'figures.field-stopItemsFailed'),
    stopScanned: {
      kind: 'choice',
      value: sql`found.was_scanned::integer::smallint`,
      isDimension: true,
      options: [1, 0],
      words: 'figures.scanned-',
      label: 'figures.field-stopScanned',
    },
    recordedAt: { kind: 'time', value: sql.ref('found.recorded_at'), isDimension: true, label: 'figures.field-recordedAt' },
    ...(seesPeople(caller) && view.sees('doneBy')
      ? { recordedBy: reference('recorded_by', { to: 'users', show: 'username' }, 'figures.field-recordedBy') }
      : {}),
  }
}

/** The references of a stop itself that lead on, by what paths call them. */
export const stopJoins = (caller: Caller): readonly { readonly step: string; readonly subject: string }[] =>
  nounFor(caller, equipment.name) ? [{ step: 'equipment', subject: equipment.name }] : []
