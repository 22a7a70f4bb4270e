/** The rows of processes as the SQL builder types them. */
import type { ColumnType, Generated } from 'kysely'
import type { DelegationState, TaskOutcome, TaskState } from '../../model/workflow/process-tasks.ts'
import type { InstanceOutcome, InstanceState } from '../../model/workflow/process-instances.ts'
import type { ActivityState, Incident, TakenToken, Token } from '../../model/workflow/core/state.ts'
import type { DefinitionRules } from './definition-rules.ts'

/** A value of JSON: read as it is, written as text. */
type Json<Value> = ColumnType<Value, string, string>

/** What a variable holds, as it is kept (model/workflow/variables.ts). */
export type StoredValue = string | number | boolean | null | readonly StoredValue[] | { readonly [name: string]: StoredValue }

declare module '../kernel/database/tables.ts' {
  interface Tables {
    process_models: Standard &
      Owned & {
        key: string
        name: string
        category: string
        description: string | null
        org_id: string
        form_id: string | null
        xml: string | null
        saved_by: string | null
        saved_at: Date | null
        model_version: Generated<number>
        deployment_time: Date | null
      }
    process_secrets: Standard &
      Owned & { secret_name: string; secret_hosts: string; secret_value: string | null; secret_description: string | null }
    process_model_organisations: Owned & { model_id: string; org_id: string }
    process_model_users: Owned & { model_id: string; user_id: string }
    process_deployments: Standard &
      Owned & {
        name: string
        key: string
        category: string | null
        model_id: string | null
        model_version: number
        deployed_by: string | null
      }
    process_definitions: Standard &
      Owned & {
        deployment_id: string
        model_id: string | null
        key: string
        name: string
        category: string | null
        description: string | null
        resource_name: string
        definition_version: number
        suspended: Generated<0 | 1>
        xml: string
        form_id: string | null
        form_version: number | null
        rules: Json<DefinitionRules>
      }
    process_start_events: Owned & {
      definition_id: string
      node: string
      wait_kind: 'timer' | 'message' | 'signal'
      wait_name: string | null
    }
    process_instances: Standard &
      Owned & {
        definition_id: string
        root_id: string
        parent_id: string | null
        parent_activity: number | null
        origin_id: string | null
        business_number: string | null
        name: string
        description: string | null
        starter_id: string | null
        instance_state: InstanceState
        outcome: InstanceOutcome | null
        start_time: Generated<Date>
        end_time: Date | null
        due_time: Date | null
        range_start: Date | null
        range_end: Date | null
        subject_kind: string | null
        subject_id: string | null
        alarm_instance_id: Generated<string | null>
        tokens: Json<readonly Token[]>
        next_number: Generated<number>
        step_number: Generated<number>
        end_reason: string | null
        held_at: Date | null
        held_by: string | null
        hold_reason: string | null
      }
    process_activities: Owned & {
      instance_id: string
      number: number
      node: string
      scope: number
      causes: number[]
      took: Json<readonly TakenToken[]> | null
      activity_state: ActivityState
      member: number | null
      members: number | null
      incident: Incident | null
      straight_to: string[] | null
      begun_step: number
      ended_step: number | null
      start_time: Generated<Date>
      end_time: Date | null
    }
    process_tasks: Standard &
      Owned & {
        instance_id: string
        activity: number
        node: string
        name: string
        assignee_id: string | null
        owner_id: string | null
        delegation_state: DelegationState | null
        task_state: Generated<TaskState>
        outcome: TaskOutcome | null
        claim_time: Date | null
        due_time: Date | null
        end_time: Date | null
        priority: Generated<number>
        ended_by: string | null
        ended_for: string | null
        delete_reason: string | null
        member: number | null
        weight: Generated<number>
        added_by: number | null
        added_how: 'before' | 'parallel' | 'after' | null
        hidden_at: Date | null
        hidden_by: string | null
      }
    process_task_people: Owned & {
      task_id: string
      person_kind: 'user' | 'role' | 'post' | 'organisation'
      person_id: string
      within_org: Generated<string>
      is_free: Generated<boolean>
      created_at: Generated<Date>
    }
    process_variables: Owned & {
      instance_id: string
      scope: Generated<number>
      name: string
      variable_type: string
      value: Json<StoredValue>
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
    process_variable_changes: Owned & {
      instance_id: string
      step_number: number
      scope: number
      name: string
      variable_type: string
      value: Json<StoredValue>
      changed_by: string | null
      task_id: string | null
      changed_at: Generated<Date>
    }
    process_events: Owned & {
      instance_id: string
      step_number: number
      command: string
      actor_id: string | null
      acted_for_id: string | null
      task_id: string | null
      activity: number | null
      comment: string | null
      data: Json<StoredValue> | null
      command_key: string | null
      happened_at: Generated<Date>
      position: Generated<string>
      transaction_id: Generated<string>
    }
    process_waits: Owned & {
      instance_id: string
      number: number
      holder: number
      node: string
      wait_kind: 'timer' | 'message' | 'signal' | 'condition'
      wait_name: string | null
      correlation: string | null
      due_time: Date | null
      times_left: number | null
      created_at: Generated<Date>
    }
    process_incidents: Owned & {
      id: string
      instance_id: string
      activity: number | null
      node: string
      incident_kind: string
      detail: Json<StoredValue>
      resolved_at: Date | null
      resolved_by: string | null
      comment: string | null
      created_at: Generated<Date>
    }
    process_outside: Owned & {
      id: string
      instance_id: string
      activity: number
      request: Json<StoredValue>
      attempt: Generated<number>
      last_error: string | null
      callback_hash: Buffer | null
      callback_sealed: string | null
      callback_until: Date | null
      created_at: Generated<Date>
    }
    process_copies: Owned & {
      id: string
      instance_id: string
      user_id: string
      task_id: string | null
      sent_by: string | null
      comment: string | null
      sent_at: Generated<Date>
      read_at: Date | null
    }
    process_attachments: Owned & {
      id: string
      instance_id: string
      task_id: string | null
      file_name: string
      media_type: string
      size: string
      blob_id: string
      attached_by: string | null
      step_number: number
      created_at: Generated<Date>
    }
    process_consultations: Owned & {
      id: string
      instance_id: string
      task_id: string
      asked_by: string
      user_id: string
      question: string
      answer: string | null
      asked_at: Generated<Date>
      answered_at: Date | null
      withdrawn_at: Date | null
    }
    process_absences: Owned & {
      id: string
      user_id: string
      deputy_id: string
      start_time: Date
      end_time: Date | null
      way: 'instead' | 'also'
      categories: string[]
      comment: string | null
      open_tasks: Generated<boolean>
      created_at: Generated<Date>
    }
    process_phrases: Owned & { id: string; user_id: string | null; phrase: string; created_at: Generated<Date> }
    process_drafts: Owned & {
      user_id: string
      definition_key: Generated<string>
      task_id: Generated<string>
      draft: Json<StoredValue>
      saved_at: Generated<Date>
    }
    process_numbers: Owned & { number_prefix: string; last_number: Generated<number> }
  }
}
