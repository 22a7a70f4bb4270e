/**
 * Whose the rows of a tenant are, said once for every table: by it the database narrows what somebody sees whose roles do not see all rows
 * (docs/decisions/0095-rights-by-row.md). The policies are made of it (server/kernel/database/row-policies.ts), and "Why?" explains by it. Longer than other files, since it
 * is one list: a table that is looked for in two is owned by nobody in the other one.
 */

/** What makes a row somebody's: one of these is enough. Columns are those of the table. */
export type Owner =
  /** An organisation in scope. */
  | { readonly by: 'organisation'; readonly column: string }
  /** Below an organisation whose whole tree is in scope: one that is being added is in no list yet. */
  | { readonly by: 'below'; readonly column: string }
  | { readonly by: 'project'; readonly column: string }
  | { readonly by: 'site'; readonly column: string }
  /** At a site that is in scope by itself, its project or its organisation. */
  | { readonly by: 'place'; readonly column: string }
  /** The one who asks, and the organisation they belong to: nobody is kept from seeing these. */
  | { readonly by: 'oneself'; readonly column: string }
  | { readonly by: 'home'; readonly column: string }
  /** Added by the one who asks, whose scope is "own records". */
  | { readonly by: 'creator'; readonly column: 'created_by' }

export type OwnedBy =
  /** Everybody's of the tenant: dictionaries, types, roles. */
  | 'tenant'
  /** Only of those who see all rows of this table: sums over everything. */
  | { readonly whole: string }
  | { readonly anyOf: readonly Owner[] }
  /** Seen with the row that `column` names by its `key`. */
  | { readonly follows: string; readonly column: string; readonly key: string; readonly without?: Without }

/** A row without one: seen by all and changed by those who see all (`shared`), everybody's (`open`), or of those who see all that has gathered in it. */
export type Without = 'shared' | 'open' | Gathered

/**
 * What `column` names has rows in `list`, by their `key`, and each of these names by `names` a row of `of`: only who sees all of these sees the row, and
 * only who sees every row of `whole` where none is left. Where `column` is empty as well the row is everybody's.
 */
export interface Gathered {
  readonly column: string
  readonly list: string
  readonly key: string
  readonly names: string
  readonly of: string
  readonly whole: string
}

const owner =
  <const By extends Exclude<Owner['by'], 'creator'>>(by: By) =>
  <const Column extends string>(column: Column) => ({ by, column })

export const organisation = owner('organisation')
export const below = owner('below')
export const project = owner('project')
export const site = owner('site')
export const place = owner('place')
export const oneself = owner('oneself')
export const home = owner('home')
export const creator = { by: 'creator', column: 'created_by' } as const

/** The rule of a noun whose rows are somebody's by any of these. @example ownedBy: anyOf(organisation('org_id'), creator) */
export const anyOf = (...owners: readonly Owner[]): OwnedBy => ({ anyOf: owners })
/** The rule of rows that are seen with another one. @example ownedBy: follows('devices', 'device_id') */
export const follows = (table: string, column: string, more: { key?: string; without?: Without } = {}): OwnedBy => ({
  follows: table,
  column,
  key: 'id',
  ...more,
})

/** An instance of a process: seen with who started it; one that an alarm has begun, with each alarm that has joined it (docs/decisions/0202-instances-of-alarms-by-their-rows.md). */
export const ofInstance = follows('users', 'starter_id', {
  without: {
    ...{ column: 'alarm_instance_id', list: 'process_starts', key: 'instance_id' },
    ...{ names: 'alarm_id', of: 'alarms', whole: 'devices' },
  },
})

/** What a role sees of rows, from least to most. `some` are the organisations, projects and sites that it names. */
export const SCOPE_KINDS = ['own', 'organisation', 'below', 'some', 'all'] as const
export type ScopeKind = (typeof SCOPE_KINDS)[number]

/** Tables whose rows say where others belong; and devices, whose values open pages are sent until their grants are read anew. */
export const PLACING_TABLES: readonly string[] = ['organisations', 'users', 'projects', 'sites', 'devices']

/** Tables that are no noun's own. */
export const OWNED_TABLES: Readonly<Record<string, OwnedBy>> = {
  user_roles: follows('users', 'user_id'),
  user_post_roles: follows('users', 'user_id'),
  avatars: follows('users', 'user_id'),
  // Those of applications have no user.
  sessions: follows('users', 'user_id', { without: 'open' }),
  logs: follows('users', 'user_id'),
  log_values: { whole: 'users' },
  error_logs: follows('users', 'user_id'),
  log_marks: follows('logs', 'log_id'),
  device_states: follows('devices', 'device_id'),
  unparsed_messages: follows('devices', 'device_id'),
  device_events: follows('devices', 'device_id'),
  device_attachments: follows('devices', 'device_id'),
  equipment_documents: follows('equipment', 'equipment_id'),
  equipment_labels: follows('equipment', 'equipment_id'),
  equipment_devices: follows('equipment', 'equipment_id'),
  equipment_notes: follows('equipment', 'equipment_id'),
  equipment_transfers: follows('equipment', 'equipment_id'),
  point_states: follows('points', 'series', { key: 'series' }),
  samples: follows('points', 'series', { key: 'series' }),
  sample_minutes: follows('points', 'series', { key: 'series' }),
  sample_hours: follows('points', 'series', { key: 'series' }),
  sample_days: follows('points', 'series', { key: 'series' }),
  sample_corrections: follows('points', 'series', { key: 'series' }),
  received_minutes: { whole: 'devices' },
  alarm_rule_roles: follows('alarm_rules', 'rule_id'),
  alarms: follows('points', 'point_id'),
  deliveries: follows('alarms', 'alarm_id'),
  alarm_events: follows('alarms', 'alarm_id'),
  run_points: follows('runs', 'run_id'),
  run_stages: follows('runs', 'run_id'),
  run_forecasts: follows('runs', 'run_id'),
  run_notes: follows('runs', 'run_id'),
  verdict_items: follows('runs', 'run_id'),
  issued_files: follows('issued_reports', 'issued_id'),
  report_signatures: follows('issued_reports', 'issued_id'),
  report_schedule_users: follows('report_schedules', 'schedule_id'),
  report_schedule_roles: follows('report_schedules', 'schedule_id'),
  report_schedule_points: follows('report_schedules', 'schedule_id'),
  schedule_runs: follows('report_schedules', 'schedule_id'),
  schedule_files: follows('schedule_runs', 'run_id'),
  schedule_links: follows('schedule_runs', 'run_id'),
  fault_events: follows('faults', 'fault_id'),
  fault_files: follows('faults', 'fault_id'),
  work_order_events: follows('work_orders', 'order_id'),
  work_order_labour: follows('work_orders', 'order_id'),
  work_order_alarms: follows('work_orders', 'order_id'),
  work_order_files: follows('work_orders', 'order_id'),
  spare_part_fits: follows('spare_parts', 'part_id'),
  plan_dates: follows('maintenance_plans', 'plan_id'),
  round_results: follows('rounds', 'round_id'),
  round_photos: follows('round_results', 'result_id'),
  former_round_results: follows('round_results', 'result_id'),
  process_instances: ofInstance,
  process_activities: follows('process_instances', 'instance_id'),
  process_tasks: follows('process_instances', 'instance_id'),
  process_task_people: follows('process_tasks', 'task_id'),
  process_variables: follows('process_instances', 'instance_id'),
  process_variable_changes: follows('process_instances', 'instance_id'),
  process_events: follows('process_instances', 'instance_id'),
  process_waits: follows('process_instances', 'instance_id'),
  process_incidents: follows('process_instances', 'instance_id'),
  process_outside: follows('process_instances', 'instance_id'),
  process_attachments: follows('process_instances', 'instance_id'),
  process_consultations: follows('process_instances', 'instance_id'),
  // Those that nothing has yet are asked for by whoever brought them, and those of a process by whoever sees it.
  form_files: follows('form_entries', 'entry_id', { without: 'open' }),
}

/** Tables of a tenant that are no nouns and whose rows nothing narrows, by the reason. */
const EVERYBODYS: Readonly<Record<string, readonly string[]>> = {
  'each call asks for those of whoever asks, and for no others': [
    'authorization_codes',
    'blobs',
    'board_roles',
    'boards',
    'consents',
    'download_tickets',
    'factor_challenges',
    'file_links',
    'file_share_orgs',
    'file_share_roles',
    'file_share_users',
    'file_versions',
    'files',
    'form_links',
    'former_passwords',
    'imports',
    'jobs',
    'list_view_roles',
    'list_views',
    'notification_states',
    'one_time_secrets',
    'passkeys',
    'pending_contacts',
    'process_absences',
    'process_copies',
    'process_drafts',
    'process_phrases',
    'recovery_codes',
    'refresh_tokens',
    'totp_secrets',
    'uploads',
    'user_preferences',
    'workbenches',
  ],
  'they say what a role or an application may do, or whom a notification is for, and follow what they belong to': [
    'app_client_roles',
    'app_client_secrets',
    'delivery_rule_organisations',
    'delivery_rule_projects',
    'delivery_rule_roles',
    'delivery_rule_shifts',
    'delivery_rule_sites',
    'delivery_rule_types',
    'delivery_rule_users',
    'duty_shift_sites',
    'duty_shift_users',
    'notification_organisations',
    'notification_roles',
    'notification_users',
    'process_model_organisations',
    'process_model_users',
    'role_hidden_buttons',
    'role_hidden_fields',
    'role_menus',
    'role_scope_organisations',
    'role_scope_projects',
    'role_scope_sites',
    'role_scopes',
    'role_urls',
    'screen_displays',
    'screen_links',
  ],
  'the server reads and writes them for itself': [
    'day_rollup_states',
    'dead_events',
    'domain_events',
    'event_cursors',
    'form_counters',
    'form_unique_values',
    'log_seals',
    'maintenance_numbers',
    'message_attempts',
    'messages',
    'mqtt_packets',
    'process_numbers',
    'process_start_events',
    'process_starts',
    'report_numbers',
    'sample_touches',
    'scheduled_work',
    'site_owners',
  ],
  'they are the words of everybody': [
    'dictionaries',
    'form_versions',
    'limit_set_versions',
    'regions',
    'report_pictures',
    'report_template_versions',
    'screen_pictures',
    'screen_versions',
  ],
}
export const EVERYBODYS_TABLES: readonly string[] = Object.values(EVERYBODYS).flat()

/** Which row a kept change is about, by the table it was made in. Changes in other tables are everybody's. */
export const HISTORY_FOLLOWS: Readonly<Record<string, string>> = {
  organisations: 'organisations',
  users: 'users',
  user_roles: 'users',
  user_post_roles: 'users',
  user_posts: 'user_posts',
  projects: 'projects',
  sites: 'sites',
  devices: 'devices',
  device_attachments: 'device_attachments',
  points: 'points',
  annotations: 'annotations',
  shifts: 'shifts',
  components: 'components',
  runs: 'runs',
  run_points: 'runs',
  run_stages: 'runs',
  run_notes: 'runs',
  verdict_items: 'runs',
  specimens: 'specimens',
  strength_tests: 'strength_tests',
  tendons: 'tendons',
  tensionings: 'tensionings',
  tension_steps: 'tension_steps',
  groutings: 'groutings',
  equipment: 'equipment',
  calibrations: 'calibrations',
  equipment_documents: 'equipment_documents',
  equipment_transfers: 'equipment_transfers',
  faults: 'faults',
  work_orders: 'work_orders',
  work_order_labour: 'work_orders',
  spare_parts: 'spare_parts',
  spare_part_fits: 'spare_parts',
  part_moves: 'part_moves',
  maintenance_plans: 'maintenance_plans',
  round_routes: 'round_routes',
  round_stops: 'round_stops',
  rounds: 'rounds',
  alarm_rules: 'alarm_rules',
  alarm_rule_roles: 'alarm_rules',
  alarm_channels: 'alarm_channels',
  delivery_rules: 'delivery_rules',
  delivery_rule_organisations: 'delivery_rules',
  delivery_rule_projects: 'delivery_rules',
  delivery_rule_roles: 'delivery_rules',
  delivery_rule_shifts: 'delivery_rules',
  delivery_rule_sites: 'delivery_rules',
  delivery_rule_types: 'delivery_rules',
  delivery_rule_users: 'delivery_rules',
  notifications: 'notifications',
  notification_organisations: 'notifications',
  notification_roles: 'notifications',
  notification_users: 'notifications',
  form_entries: 'form_entries',
  process_models: 'process_models',
  process_model_organisations: 'process_models',
  process_model_users: 'process_models',
  process_definitions: 'process_definitions',
  process_deployments: 'process_deployments',
  issued_reports: 'issued_reports',
  issued_files: 'issued_reports',
  report_signatures: 'issued_reports',
  report_schedules: 'report_schedules',
  report_schedule_users: 'report_schedules',
  report_schedule_roles: 'report_schedules',
  report_schedule_points: 'report_schedules',
}
