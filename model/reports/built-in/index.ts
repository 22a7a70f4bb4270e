/** The reports that are there from the start, each made for a period, and for a device or a site where one is chosen. */
import type { Parameter } from '../../figures/document.ts'
import type { LabelKey, Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportCode, ReportFor } from './asked.ts'
import { alarmList } from './alarm-list.ts'
import { alarmMonth } from './alarm-month.ts'
import { availability } from './availability.ts'
import { calibrationsDue } from './calibrations-due.ts'
import { MACHINE, ORDER, RUN, parameterOf } from './choosing.ts'
import { massConcrete, sprayRecord, steamRecord } from './concrete.ts'
import { curingRoom } from './curing-room.ts'
import { curingRuns } from './curing-runs.ts'
import { curve } from './curve.ts'
import { daySheet } from './day-sheet.ts'
import { degreeDays } from './degree-days.ts'
import { excursions } from './excursions.ts'
import { groutingRecord } from './grouting.ts'
import { machineArchive } from './machine-archive.ts'
import { orderSheet } from './order-sheet.ts'
import { runCertificate } from './run-certificate.ts'
import { shiftLog } from './shift-log.ts'
import { site } from './site.ts'
import { specimenList } from './specimens.ts'
import { tensioningRecord } from './tensioning.ts'
import { strength } from './strength.ts'

export interface BuiltInReport {
  readonly title: LabelKey
  /** Of its figures: whoever may not have it has no such report. */
  readonly subject: string
  /** Further subjects, of which the same is true. */
  readonly also?: readonly string[]
  /** Its days begin at the hour of `report.dayBegins`. */
  readonly isOfProductionDays?: true
  /** What it is asked for by besides, in the words of one language; its data sets declare the same. */
  readonly parameters?: (t: Translate) => readonly Parameter[]
  readonly template: (t: Translate, asked: ReportFor) => ReportTemplate
}

export const BUILT_IN: Readonly<Record<ReportCode, BuiltInReport>> = {
  'curing-room': { title: 'choice.reportCode.curing-room', subject: 'readings', template: curingRoom },
  'day-sheet': { title: 'choice.reportCode.day-sheet', subject: 'readings', isOfProductionDays: true, template: daySheet },
  curve: { title: 'choice.reportCode.curve', subject: 'readings', template: curve },
  excursions: { title: 'choice.reportCode.excursions', subject: 'readings', template: excursions },
  'mass-concrete': { title: 'choice.reportCode.mass-concrete', subject: 'readings', template: massConcrete },
  steam: { title: 'choice.reportCode.steam', subject: 'readings', template: steamRecord },
  spray: { title: 'choice.reportCode.spray', subject: 'readings', template: sprayRecord },
  'degree-days': { title: 'choice.reportCode.degree-days', subject: 'readings', template: degreeDays },
  'curing-runs': { title: 'choice.reportCode.curing-runs', subject: 'runs', template: curingRuns },
  'run-certificate': {
    title: 'choice.reportCode.run-certificate',
    subject: 'run-verdicts',
    parameters: (t) => [parameterOf(t, RUN)],
    template: runCertificate,
  },
  specimens: { title: 'choice.reportCode.specimens', subject: 'specimens', template: specimenList },
  strength: { title: 'choice.reportCode.strength', subject: 'strength-tests', template: strength },
  site: { title: 'choice.reportCode.site', subject: 'readings', also: ['alarm-events'], template: site },
  'shift-log': { title: 'choice.reportCode.shift-log', subject: 'alarm-events', also: ['annotations', 'runs'], template: shiftLog },
  'alarm-list': { title: 'choice.reportCode.alarm-list', subject: 'alarm-events', template: alarmList },
  'alarm-month': { title: 'choice.reportCode.alarm-month', subject: 'alarm-events', template: alarmMonth },
  availability: { title: 'choice.reportCode.availability', subject: 'readings', template: availability },
  tensioning: { title: 'choice.reportCode.tensioning', subject: 'tensionings', also: ['tension-steps'], template: tensioningRecord },
  grouting: { title: 'choice.reportCode.grouting', subject: 'groutings', template: groutingRecord },
  'calibrations-due': {
    title: 'choice.reportCode.calibrations-due',
    subject: 'calibrations',
    also: ['equipment'],
    template: calibrationsDue,
  },
  'machine-archive': {
    title: 'choice.reportCode.machine-archive',
    subject: 'equipment',
    also: ['calibrations', 'work-orders'],
    parameters: (t) => [parameterOf(t, MACHINE)],
    template: machineArchive,
  },
  'order-sheet': {
    title: 'choice.reportCode.order-sheet',
    subject: 'work-orders',
    parameters: (t) => [parameterOf(t, ORDER)],
    template: orderSheet,
  },
}

/** Documents that declare what a built-in report is asked for by beside its period, device and site: one, or none. */
export function declaredBy(t: Translate, code: ReportCode): readonly object[] {
  const { parameters, subject } = BUILT_IN[code]
  return parameters ? [{ format: 1, subject, measures: [{ as: 'n', of: 'count' }], params: [...parameters(t)] }] : []
}
