/** The rows of faults and work orders as the SQL builder types them. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { faults, workOrders } from '../../../model/index.ts'
import type { FaultState, FaultTransition } from '../../../model/maintenance/faults.ts'
import type { OrderEventKind, OrderState } from '../../../model/maintenance/order-states.ts'

interface FileColumns {
  id: string
  file_name: string
  media_type: string
  size: string
  blob_id: string
  taken_at: Date | null
  created_by: string | null
  created_at: Generated<Date>
}

type Moments<Columns, Name extends keyof Columns> = Omit<Columns, Name> & Record<Name, Date | null>

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    faults: Standard &
      Owned &
      Moments<Omit<Columns<typeof faults>, 'order_id' | 'fault_number' | 'fault_state'>, 'down_from' | 'down_to' | 'solved_at'> & {
        fault_number: string
        fault_state: Generated<FaultState>
        org_id: string | null
        created_by: Generated<string | null>
      }
    fault_events: Owned & {
      id: GeneratedAlways<string>
      fault_id: string
      transition: 'report' | FaultTransition
      from_state: FaultState | null
      to_state: FaultState
      happened_at: Generated<Date>
      user_id: string | null
      note: string | null
    }
    work_orders: Standard &
      Owned &
      Moments<
        Omit<
          Columns<typeof workOrders>,
          'is_open' | 'is_overdue' | 'age_days' | 'order_number' | 'order_state' | 'order_origin' | 'occurrences' | 'must_sign'
        >,
        'due_at' | 'started_at' | 'finished_at' | 'closed_at' | 'down_from' | 'down_to'
      > & {
        order_number: string
        order_state: OrderState
        order_origin: 'person' | 'alarm' | 'fault' | 'plan' | 'check' | 'process'
        is_open: GeneratedAlways<0 | 1>
        occurrences: Generated<number>
        must_sign: Generated<0 | 1>
        org_id: string | null
        alarm_id: string | null
        rule_id: string | null
        point_id: string | null
        plan_id: string | null
        /** `yyyy-MM-dd` */
        plan_due_on: string | null
        check_key: string | null
        checks: unknown
        check_results: unknown
        finished_by: string | null
        verified_by: string | null
        signed_by: string | null
        signed_at: Date | null
        signature_proof: 'password' | 'code' | 'passkey' | null
        reminded_at: Date | null
        created_by: Generated<string | null>
      }
    work_order_events: Owned & {
      id: GeneratedAlways<string>
      order_id: string
      transition: OrderEventKind
      from_state: OrderState | null
      to_state: OrderState
      happened_at: Generated<Date>
      user_id: string | null
      reason: string | null
      note: string | null
    }
    work_order_labour: Standard &
      Owned & {
        order_id: string
        user_id: string | null
        worked_on: string
        minutes: number
        labour_note: string | null
        removed_at: Date | null
      }
    work_order_alarms: Owned & { order_id: string; alarm_id: string; removed_at: Generated<Date>; restored_at: Date | null }
    fault_files: Owned & FileColumns & { fault_id: string }
    work_order_files: Owned & FileColumns & { order_id: string; item_key: string | null }
    maintenance_numbers: Owned & { number_prefix: string; last_number: number }
  }
}
