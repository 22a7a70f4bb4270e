/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { NotificationState } from '../../model/admin/notifications.ts'
import type { alarmChannels, notifications } from '../../model/index.ts'

declare module '../kernel/database/tables.ts' {
  interface Tables {
    messages: Standard &
      Owned & {
        channel: string
        message_kind: string
        recipient: string
        subject: string | null
        body: string
        secret: string | null
        language: string
        message_state: string
        attempts: Generated<number>
        last_error: string | null
        next_at: Generated<Date>
        expires_at: Date | null
        sent_at: Date | null
        channel_id: Generated<string | null>
        batch_id: Generated<string | null>
      }
    alarm_channels: Standard & Owned & Omit<Columns<typeof alarmChannels>, 'is_signed'>
    message_attempts: Owned & {
      id: Generated<string>
      message_id: string
      attempted_at: Generated<Date>
      reason: string | null
      took_ms: number
    }
    entry_requests: {
      id: string
      purpose: string
      tenant_code: string | null
      recipient: string
      language: string
      created_at: Generated<Date>
    }
    notifications: Standard &
      Owned &
      Omit<
        Columns<typeof notifications>,
        'user_id' | 'org_id' | 'publisher' | 'status' | 'everyone' | 'publish_time' | 'start_time' | 'end_time'
      > & {
        status: Generated<Exclude<NotificationState, 'ended'>>
        everyone: Generated<0 | 1>
        publish_time: Date | null
        start_time: Date | null
        end_time: Date | null
        publisher_id: string | null
        language: Generated<string>
        device_id: Generated<string | null>
        announced_at: Generated<Date | null>
        mailed_at: Generated<Date | null>
      }
    notification_users: Owned & { notification_id: string; user_id: string }
    notification_roles: Owned & { notification_id: string; role_id: string }
    notification_organisations: Owned & { notification_id: string; org_id: string }
    notification_states: Owned & { notification_id: string; user_id: string; read_at: Generated<Date | null>; is_starred: Generated<0 | 1> }
  }
}
