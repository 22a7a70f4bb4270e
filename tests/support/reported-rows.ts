/** Rows of which built-in reports have something to say: machines with calibrations and an order, a judged run, a record of tensioning. */
import { expect } from 'vitest'
import { resources } from '../../model/index.ts'
import { unique } from './builders.ts'
import type { Client } from './client.ts'
import { addRow, pathsOf } from './values.ts'

const HOUR = 3_600_000

/** Two machines, one of them measured on by the device: the calibration of one ends in forty days, that of the other has ended. */
export async function addMachines(admin: Client, deviceId: string): Promise<void> {
  const at = (days: number) => new Date(Date.now() + days * 24 * HOUR).toISOString()
  const machine = async (equipmentCode: string, more: object) =>
    (await addRow(admin, resources.equipment, { equipmentCode, category: 'measuring', equipmentState: 'in-service', ...more })).id
  const [first, second] = [
    await machine('BOX-M1', { equipmentName: 'BOX-MACHINE', maker: 'BOX-MAKER', deviceId }),
    await machine('BOX-M2', { equipmentName: 'BOX-OTHER' }),
  ]
  const calibration = { calibrationResult: 'pass', correctionFactor: '', correctionShift: '', pointKeys: '' }
  await addRow(admin, resources.calibrations, {
    ...calibration,
    calibrationNumber: 'BOX-CAL',
    equipmentId: first,
    validFrom: at(-10),
    validUntil: at(40),
  })
  await addRow(admin, resources.calibrations, {
    ...calibration,
    calibrationNumber: 'BOX-OVER',
    equipmentId: second,
    validFrom: at(-90),
    validUntil: at(-1),
  })
  await addRow(admin, resources.workOrders, {
    orderTitle: 'BOX-WORK',
    orderKind: 'corrective',
    orderPriority: 2,
    equipmentId: first,
    mustSign: 0,
  })
}

/** A run that is over, whose core is not to be warmer than 60 °C. */
export async function addJudgedRun(admin: Client, run: Readonly<Record<string, unknown>>, endedAt: number): Promise<void> {
  const { id: limitSetId } = await addRow(admin, resources.limitSets, { setKind: run['runKind'] })
  await addRow(admin, resources.limitItems, {
    ...{
      limitSetId,
      itemOrder: 1,
      itemClause: '6.3.1',
      clauseEn: 'Core at most 60 °C',
      itemMeasure: 'value',
      itemRole: 'core',
      minusRole: '',
    },
    ...{ itemStage: '', low: '', high: 60, unit: '°C', toleratedSeconds: 0, itemSeverity: 'mandatory' },
  })
  const done = async (path: string, body: object) => {
    const answer = await admin.post<{ id: string }>(path, body)
    expect(answer.http, JSON.stringify(answer.errors ?? answer.message)).toBe(200)
    return answer.data
  }
  await done('/api/acquisition/limitset/publishLimitSet', { id: limitSetId })
  const { id } = await done(pathsOf(resources.runs).add, { ...run, limitSetId })
  await done('/api/acquisition/run/finishRun', { id, endedAt })
}

/** A record of tensioning, with these steps at both ends: their shares, forces and elongations. */
export async function addTensioning(
  admin: Client,
  record: Readonly<Record<string, unknown>>,
  steps: readonly (readonly [number, number, number])[],
): Promise<void> {
  const { id: tensioningId } = await addRow(admin, resources.tensionings, record)
  for (const jackSide of ['left', 'right'])
    for (const [stepPercent, stepForce, stepElongation] of steps)
      await addRow(admin, resources.tensionSteps, {
        tensioningId,
        stepLabel: `${jackSide} ${String(stepPercent)} ${unique()}`.slice(0, 32),
        jackSide,
        stepPercent,
        stepForce,
        stepElongation,
        stepHold: 300,
      })
}
