import type { OutputOf } from '../../../../model/contract/contract.ts'
import type { queryAbsence } from '../../../../model/contract/workflow/absences.ts'

export type Absences = OutputOf<typeof queryAbsence>
export type Absence = Absences['list'][number]
