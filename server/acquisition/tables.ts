/** The rows of this room's tables as the SQL builder types them. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { DeviceEvent } from '../../model/acquisition/connections.ts'
import type { AlarmMode, AlarmState, AlarmTransition } from '../../model/acquisition/alarm-states.ts'
import type { UserProperties } from '../../model/acquisition/mapping/mapping.ts'
import type { DeliveryEvent } from '../../model/acquisition/deliveries.ts'
import type { alarmRules, deliveryRules, devices, points, typeMappings } from '../../model/index.ts'

declare module '../kernel/database/tables.ts' {
  interface Tables {
    devices: Standard &
      Owned &
      Omit<
        Columns<typeof devices>,
        'secret_changed_at' | 'presence' | 'last_seen_at' | 'open_alarms' | 'has_open_alarms' | 'has_overdue_attachment' | 'project_id'
      > & {
        secret_changed_at: Generated<Date | null>
        secret_hash: Generated<string | null>
      }
    points: Standard & Owned & Columns<typeof points> & { series: GeneratedAlways<string> }
    /** Read here; written by collectors (acquisition/states.ts). */
    point_states: Owned & { series: string; time: Date; value: number | null; quality: number; reason: number }
    alarm_rules: Standard & Owned & Omit<Columns<typeof alarmRules>, 'role_id' | 'watched_points' | 'is_watching'>
    alarm_rule_roles: Owned & { rule_id: string; role_id: string }
    alarms: Standard &
      Owned & {
        rule_id: string
        point_id: string
        rule_name: string
        point_name: string
        device_name: string
        alarm_kind: string
        alarm_priority: number
        alarm_limit: number | null
        active: Generated<boolean>
        owed: Generated<boolean>
        fresh: Generated<boolean>
        mode: Generated<AlarmMode>
        alarm_state: GeneratedAlways<AlarmState>
        alarm_value: number | null
        quality: number | null
        condition_at: Date | null
        raised_at: Date | null
        returned_at: Date | null
        acknowledged_by: string | null
        acknowledged_at: Date | null
        shelved_until: Date | null
        alarm_comment: string | null
        notified_at: Date | null
      }
    process_starts: Owned & {
      id: string
      alarm_id: string
      rule_id: string
      point_id: string
      process_key: string
      raised_at: Date
      alarm_value: number | null
      alarm_priority: number
      start_state: Generated<'waiting' | 'started' | 'joined' | 'dropped'>
      reason: 'open' | 'flood' | 'acknowledged' | 'returned' | 'quiet' | 'rule' | 'process' | null
      instance_id: string | null
      decided_at: Date | null
      is_open: Generated<boolean>
      is_collecting: Generated<boolean>
      created_at: Generated<Date>
    }
    alarm_events: Owned & {
      id: GeneratedAlways<string>
      alarm_id: string
      transition: AlarmTransition
      from_state: AlarmState
      to_state: AlarmState
      happened_at: Generated<Date>
      sample_time: Date | null
      value: number | null
      quality: number | null
      user_id: string | null
      comment: string | null
      process_instance_id: Generated<string | null>
    }
    delivery_rules: Standard &
      Owned &
      Omit<
        Columns<typeof deliveryRules>,
        'project_id' | 'site_id' | 'device_type_id' | 'shift_id' | 'user_id' | 'delivery_role_id' | 'org_id'
      >
    delivery_rule_users: Owned & { rule_id: string; user_id: string }
    delivery_rule_roles: Owned & { rule_id: string; role_id: string }
    delivery_rule_organisations: Owned & { rule_id: string; org_id: string }
    duty_shift_users: Owned & { shift_id: string; user_id: string }
    duty_shift_sites: Owned & { shift_id: string; site_id: string }
    deliveries: Standard &
      Owned & {
        rule_id: string
        alarm_id: string
        event_id: string
        delivery_event: DeliveryEvent
        delivery_state: Generated<'waiting' | 'handed' | 'cancelled'>
        held: Generated<boolean>
        put_aside: Generated<boolean>
        batch_id: string | null
        alarm_name: string
        alarm_priority: number
        alarm_value: number | null
        delivery_name: string
        channel_name: string
        channel_kind: string
        happened_at: Date
        due_at: Date
      }
    type_mappings: Standard & Owned & Columns<typeof typeMappings>
    unparsed_messages: Owned & {
      id: string
      device_id: string
      received_at: Date
      message_source: 'mqtt' | 'http'
      topic: string | null
      user_properties: UserProperties | null
      payload: Buffer
      message_head: string
      fault_code: string
      fault_place: string
    }
    /** Written here and by nobody else (acquisition/packet-ids.ts). */
    mqtt_packets: Owned & { session: string; packet_id: number; digest: string; stored_at: Generated<Date> }
    device_events: Owned & { id: string; device_id: string; happened_at: Date; event: DeviceEvent; code: string; place: string }
    /** Read here; written by collectors (acquisition/received.ts). */
    received_minutes: Owned & { minute: Date; messages: string; readings: string; refused: string }
    device_states: Owned & {
      device_id: string
      seen_at: Date | null
      error: string | null
      error_detail: string | null
      error_at: Date | null
      messages: string
      readings: string
      refused: string
    }
  }
}
