/** The rows of every table as the SQL builder types them. Tables of resources take their columns from `model/`. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { NotificationState } from '../../../model/admin/notifications.ts'
import type { Field } from '../../../model/fields.ts'
import type { FileType } from '../../../model/file/files.ts'
import type { Resource, Row } from '../../../model/resource.ts'
import type { AlarmMode, AlarmState, AlarmTransition } from '../../../model/acquisition/alarm-states.ts'
import type {
  alarmRules,
  appClients,
  deviceTypes,
  devices,
  dictionaries,
  notifications,
  onlineUsers,
  organisations,
  packages,
  parameters,
  points,
  projects,
  regions,
  registrations,
  roles,
  sites,
  typePoints,
  urls,
  users,
} from '../../../model/index.ts'

type Snake<Text extends string> = Text extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Text

/** Columns every row has; the database fills the last four. */
interface Standard {
  id: string
  created_at: Generated<Date>
  updated_at: Generated<Date>
  version: Generated<number>
}
type Owned = { tenant_id: string }

/** Columns of a resource: those of its fields that have a column of their own. */
type Columns<R extends Resource> = {
  [
    Name in Exclude<keyof R['fields'] & string, 'createTime' | 'roleId' | 'postCode' | 'password'> as Snake<Name>
  ]: R['fields'][Name] extends Field<unknown, true> ? Row<R>[Name] : Row<R>[Name] | null
}

export interface Tables {
  users: Standard & Owned & Columns<typeof users> & { password_hash: string }
  organisations: Standard & Owned & Columns<typeof organisations>
  roles: Standard & Owned & Columns<typeof roles>
  dictionaries: Standard &
    Owned &
    Columns<typeof dictionaries> & { dict_name_tw: string | null; dict_name_en: string | null; built_in: Generated<boolean> }
  regions: Standard &
    Owned &
    Omit<Columns<typeof regions>, 'parent_region_code'> & {
      region_name_tw: string | null
      region_name_en: string | null
      built_in: Generated<boolean>
    }
  parameters: Standard & Owned & Columns<typeof parameters> & { param_name_tw: string | null; param_name_en: string | null }
  former_passwords: Owned & { user_id: string; password_hash: string; replaced_at: Generated<Date> }
  posts: Standard & Owned & { parent_id: string | null; post_code: string; post_name: string; post_sequence: number | null }
  user_roles: Owned & { user_id: string; role_id: string }
  user_posts: Omit<Standard, 'id'> & { id: Generated<string> } & Owned & {
      user_id: string
      post_id: string
      post_type: number
      post_description: string | null
      status: Generated<number>
    }
  user_post_roles: Owned & { user_id: string; post_id: string; role_id: string }
  /** A view: the roles each user holds, directly (`post_id` null) or through a post in use. */
  held_roles: Owned & { user_id: string; role_id: string; post_id: string | null }
  role_menus: Owned & { role_id: string; menu_id: string }
  role_urls: Owned & { role_id: string; url_id: string }
  role_hidden_buttons: Owned & { role_id: string; menu_id: string; button: string }
  role_hidden_fields: Owned & { role_id: string; menu_id: string; field: string }
  sessions: Owned & {
    id: string
    /** Null where a client acts for itself. */
    user_id: string | null
    client_id: Generated<string | null>
    scopes: Generated<string | null>
    access_scopes: Generated<string | null>
    expires_at: Date
    parent_id: string | null
    acting_role_id: string | null
    read_only: Generated<boolean>
    access_hash: Buffer
    access_expires_at: Date
    previous_access_hash: Buffer | null
    address: string
    browser: string
    registered_at: Date | null
    last_seen_at: Generated<Date>
    ended_at: Date | null
    confirmed_at: Generated<Date | null>
    created_at: Generated<Date>
  }
  /** A view: sessions that can still be used, with the users behind them. */
  online_users: Standard & Owned & Columns<typeof onlineUsers> & { user_id: string }
  refresh_tokens: Owned & { hash: Buffer; session_id: string; expires_at: Date; used_at: Date | null }
  totp_secrets: Owned & {
    user_id: string
    sealed_secret: Buffer
    last_step: Generated<string>
    enabled_at: Generated<Date | null>
    created_at: Generated<Date>
  }
  recovery_codes: Owned & { user_id: string; hash: Buffer; used_at: Generated<Date | null> }
  passkeys: Owned & {
    id: string
    user_id: string
    passkey_name: string
    credential_id: string
    public_key: Buffer
    counter: string
    transports: string
    last_used_at: Generated<Date | null>
    created_at: Generated<Date>
  }
  factor_challenges: Owned & {
    hash: Buffer
    purpose: 'second-step' | 'sign-in' | 'register' | 'confirm'
    user_id: string | null
    password_hash: string | null
    expires_at: Date
  }
  avatars: Owned & { user_id: string; blob_id: string; media_type: 'image/jpeg' | 'image/png'; created_at: Generated<Date> }
  app_clients: Standard & Owned & Columns<typeof appClients>
  app_client_secrets: Owned & { client_id: string; hash: Buffer; created_at: Generated<Date> }
  app_client_roles: Owned & { client_id: string; role_id: string }
  consents: Owned & { user_id: string; client_id: string; scopes: string; given_at: Generated<Date> }
  authorization_codes: Owned & {
    hash: Buffer
    client_id: string
    user_id: string
    redirect_uri: string
    scopes: string
    challenge: string | null
    expires_at: Date
    used_at: Generated<Date | null>
    session_id: Generated<string | null>
  }
  menus: Standard & {
    menu_code: string
    menu_name: string
    menu_name_tw: string | null
    menu_name_en: string | null
    menu_origin: Generated<string | null>
    menu_edited: Generated<number | null>
    menu_icon: string | null
    menu_path: string
    menu_component: string | null
    page_name: string | null
    menu_sequence: number | null
    menu_status: number
    no_cache: number | null
    parent_id: string | null
  }
  menu_buttons: { menu_id: string; button: string; sequence: number }
  urls: Standard & Columns<typeof urls> & { platform_only: Generated<boolean> }
  changes: Owned & {
    position: Generated<string>
    table_name: string
    row_id: string
    verb: 'add' | 'update' | 'delete'
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
    user_id: string | null
    operation_id: string
    changed_at: Generated<Date>
    transaction_id: Generated<string>
  }
  logs: Owned & {
    position: Generated<string>
    id: string
    title: string
    log_type: string
    result: string
    method: string
    url: string
    user_id: string | null
    username: string | null
    org_name: string | null
    address: string
    browser: string
    parameters: Record<string, unknown>
    error: string | null
    duration: number
    operation_id: string
    created_at: Date
    transaction_id: Generated<string>
  }
  log_marks: Owned & { log_id: string; user_id: string | null; created_at: Generated<Date> }
  log_seals: Owned & { position: string; source: 'log' | 'change'; record: string; hash: Buffer }
  backups: Standard & {
    file_name: string
    backup_state: string
    verdict: string | null
    size_kb: number | null
    sha256: string | null
    engine: string
    engine_version: string
    table_count: number | null
    row_count: number | null
    pause_ms: number | null
    started_by: string | null
    remark: string | null
    marked: Generated<number>
    finished_at: Date | null
  }
  log_sealing: {
    source: 'log' | 'change'
    seen: string
    goal: string | null
    done_transaction: string | null
    done_position: string | null
    whole: boolean
    stored_by: string
  }
  tenants: Standard & {
    tenant_code: string
    tenant_name: string
    tenant_contact: string | null
    tenant_email: string | null
    tenant_tel: string | null
    status: Generated<number>
    expires_at: Date | null
    package_id: Generated<string | null>
    user_quota: Generated<number | null>
    storage_quota: Generated<number | null>
    point_quota: Generated<number | null>
    modbus_networks: Generated<string | null>
    networks_from_devices: Generated<boolean>
    marked_at: Generated<Date | null>
    throwaway: Generated<boolean>
  }
  packages: Standard & Columns<typeof packages>
  package_menus: { package_id: string; menu_id: string }
  package_urls: { package_id: string; url_id: string }
  isolation_runs: { id: string; passed: boolean; report: string; username: string; started_at: Date; created_at: Generated<Date> }
  blobs: Owned & { id: string; size: string; sha256: string; created_at: Generated<Date> }
  files: Standard &
    Owned & {
      owner_id: string
      parent_id: string | null
      original_filename: string
      file_type: FileType
      media_type: string | null
      size: Generated<string>
      sha256: string | null
      blob_id: string | null
      is_shared: Generated<0 | 1>
      bin_id: Generated<string | null>
      deleted_at: Generated<Date | null>
      home_id: Generated<string | null>
      for_text: Generated<boolean>
      stored_at: Generated<Date>
      place_id: GeneratedAlways<string>
      name_key: GeneratedAlways<string>
      is_file: GeneratedAlways<boolean>
    }
  file_versions: Owned & {
    blob_id: string
    file_id: string
    owner_id: string
    file_type: Exclude<FileType, 'folder'>
    media_type: string
    size: string
    sha256: string
    stored_at: Date
    replaced_at: Generated<Date>
  }
  file_share_users: Owned & { file_id: string; user_id: string }
  file_share_roles: Owned & { file_id: string; role_id: string }
  file_share_orgs: Owned & { file_id: string; org_id: string }
  file_links: Owned & {
    id: string
    file_id: string
    token_hash: Buffer
    password_hash: string | null
    expires_at: Date | null
    created_at: Generated<Date>
  }
  uploads: Owned & {
    id: string
    owner_id: string
    parent_id: string | null
    replaces_id: string | null
    original_filename: string
    metadata: string
    size: string
    received: Generated<string>
    file_id: Generated<string | null>
    holder: string | null
    held_until: Date | null
    is_wanted: Generated<boolean>
    created_at: Generated<Date>
    expires_at: Date
  }
  download_tickets: Owned & {
    id: string
    secret_hash: Buffer
    user_id: string
    session_id: string
    role_codes: string[]
    file_id: string
    plays: Generated<boolean>
    created_at: Generated<Date>
    expires_at: Date
  }
  jobs: Owned & {
    id: string
    user_id: string
    kind: string
    title: string
    status: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
    /** Written as JSON text. */
    input: unknown
    role_codes: string[]
    language: string
    done: Generated<string>
    total: string | null
    result: unknown
    error: string | null
    blob_id: string | null
    attempts: Generated<number>
    runner: string | null
    heartbeat_at: Date | null
    created_at: Generated<Date>
    started_at: Date | null
    finished_at: Date | null
  }
  imports: Owned & {
    id: string
    noun: string
    file_name: string
    user_id: string
    rows: number
    added: number
    status: Generated<'done' | 'undone'>
    undone_at: Date | null
    undone_by: string | null
    created_at: Generated<Date>
  }
  /** `state` and `look` are written as JSON text. */
  list_views: Owned & {
    id: string
    page: string
    view_name: string
    audience: Generated<'own' | 'tenant' | 'roles'>
    owner_id: string | null
    state: unknown
    created_at: Generated<Date>
    updated_at: Generated<Date>
    version: Generated<number>
  }
  list_view_roles: Owned & { view_id: string; role_id: string }
  user_preferences: Owned & {
    user_id: string
    page: string
    look: Generated<unknown>
    default_view_id: Generated<string | null>
    updated_at: Generated<Date>
  }
  workbenches: Owned & { user_id: string; cards: Generated<unknown>; shortcuts: Generated<string[] | null>; updated_at: Generated<Date> }
  error_logs: Owned & {
    id: string
    user_id: string
    fingerprint: Buffer
    message: string
    stack: string
    page: string
    agent: string
    times: Generated<number>
    created_at: Generated<Date>
    last_at: Generated<Date>
  }
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
      announced_at: Generated<Date | null>
      mailed_at: Generated<Date | null>
    }
  notification_users: Owned & { notification_id: string; user_id: string }
  notification_roles: Owned & { notification_id: string; role_id: string }
  notification_organisations: Owned & { notification_id: string; org_id: string }
  notification_states: Owned & { notification_id: string; user_id: string; read_at: Generated<Date | null>; is_starred: Generated<0 | 1> }
  projects: Standard & Owned & Columns<typeof projects>
  sites: Standard & Owned & Columns<typeof sites>
  device_types: Standard & Owned & Columns<typeof deviceTypes>
  type_points: Standard & Owned & Columns<typeof typePoints>
  devices: Standard &
    Owned &
    Omit<Columns<typeof devices>, 'secret_changed_at'> & {
      secret_changed_at: Generated<Date | null>
      secret_hash: Generated<string | null>
    }
  points: Standard & Owned & Columns<typeof points> & { series: GeneratedAlways<string> }
  /** Read here; written by collectors (acquisition/states.ts). */
  point_states: Owned & { series: string; time: Date; value: number | null; quality: number; reason: number }
  alarm_rules: Standard & Owned & Omit<Columns<typeof alarmRules>, 'role_id'>
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
  }
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
  entry_requests: {
    id: string
    purpose: string
    tenant_code: string | null
    recipient: string
    language: string
    created_at: Generated<Date>
  }
  one_time_secrets: Owned & {
    id: string
    user_id: string
    purpose: string
    secret_hash: string
    tries: Generated<number>
    expires_at: Date
    used_at: Date | null
    created_at: Generated<Date>
  }
  pending_contacts: Owned & {
    user_id: string
    contact: 'email' | 'mobile'
    email: string | null
    prefix: string | null
    mobile: string | null
    code_hash: string
    tries: Generated<number>
    expires_at: Date
    created_at: Generated<Date>
  }
  captchas: { key_hash: Buffer; answer_hash: Buffer; passed_at: Date | null; created_at: Generated<Date> }
  registrations: Standard &
    Owned &
    Omit<Columns<typeof registrations>, 'registration_state' | 'decided_at'> & {
      registration_state: Generated<string>
      decided_at: Date | null
      password_hash: string | null
      language: string
    }
  attempts: { counted_for: string; count: number; window_ends_at: Date }
  installation: { key: string; value: string; created_at: Generated<Date> }
}
