/** Variables that are fields of a form which the caller's roles do not see: they are left out of everything that tells variables. */
import { sql } from 'kysely'
import { FORM_DEFINITION } from '../../../../model/form/definition.ts'
import { fieldsFor } from '../../../../model/form/fields-for.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Their names, for the forms of an instance, of the one that called it, and of those that it called: what is handed on keeps its name. */
export async function hiddenVariables(tx: Transaction, caller: Caller, rootId: string): Promise<readonly string[]> {
  const whole = tx.beyondScope('who may see a field is said by the form, in whichever organisation it was made')
  const used = await whole.all(
    build
      .selectFrom('process_instances as instance')
      .innerJoin('process_definitions as definition', (on) =>
        on.onRef('definition.tenant_id', '=', 'instance.tenant_id').onRef('definition.id', '=', 'instance.definition_id'),
      )
      .innerJoin('form_versions as used', (on) =>
        on.onRef('used.tenant_id', '=', 'definition.tenant_id').onRef('used.form_id', '=', 'definition.form_id'),
      )
      .distinctOn('used.form_id')
      .select(['used.form_id', sql<unknown>`used.definition`.as('newest')])
      .select(
        sql<unknown[]>`(select jsonb_agg(version.definition) from form_versions version where version.tenant_id = used.tenant_id
          and version.form_id = used.form_id)`.as('versions'),
      )
      .where('instance.root_id', '=', rootId)
      .orderBy('used.form_id')
      .orderBy('used.form_version', 'desc'),
  )
  const roles = new Set(caller.active.map(({ code }) => code))
  const hidden = used.flatMap(({ newest, versions }) => {
    const { sees } = fieldsFor(FORM_DEFINITION.parse(newest), roles)
    return versions.flatMap((version) =>
      FORM_DEFINITION.parse(version)
        .fields.filter((field) => !sees(field))
        .flatMap(({ id, name }) => [id, name]),
    )
  })
  return [...new Set(hidden)]
}
