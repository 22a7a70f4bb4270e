/** People whom somebody can give a task to, or send a copy: whoever has to choose an approver may look for one, whichever rows their roles show. */
import { sql } from 'kysely'
import type { UsersByOrganisation } from '../../../../model/contract/workflow/acts.ts'
import * as contract from '../../../../model/contract/workflow/acts.ts'
import { organisations, users } from '../../../../model/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import { isOlderClient } from '../../../kernel/http/older-clients.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personIn, personSeen } from '../../../kernel/resources/people.ts'
import { contains } from '../../../kernel/resources/select.ts'
import { beyondRows } from '../../../workflow/index.ts'

/** More than anybody reads; what is typed narrows them. */
const MAX_PEOPLE = 200

export const queryUsername = implement(contract.queryUsername, {
  access: 'signed-in',
  summary: 'People who can be given a task, by their organisations: those whose names hold the text, 200 at the most',
  async handle({ input: { name }, caller, services }) {
    const view = viewOf(caller, users)
    if (!view.sees('username')) return []
    const namesPlaces = view.sees('orgId') && viewOf(caller, organisations).sees('orgName')
    const namesFully = view.sees('nickname')
    const rows = await services.transactions.inTenant(
      beyondRows(caller),
      (tx) =>
        tx.all(
          build
            .selectFrom('users as person')
            .leftJoin('organisations as place', (on) =>
              on.onRef('place.tenant_id', '=', 'person.tenant_id').onRef('place.id', '=', 'person.org_id'),
            )
            .select(['person.username', 'person.nickname', 'place.org_name'])
            .where('person.status', '=', 1)
            .$if(name !== undefined && name !== '', (query) =>
              query.where(
                contains(namesFully ? [sql.ref('person.username'), sql.ref('person.nickname')] : [sql.ref('person.username')], name),
              ),
            )
            // As they are shown: what the caller does not see says nothing by the order either.
            .$if(namesPlaces, (query) => query.orderBy('place.org_name'))
            .orderBy(personIn(caller, 'person'))
            .orderBy('person.id')
            .limit(MAX_PEOPLE),
        ),
      'read',
    )
    const places = new Map<string, UsersByOrganisation[number]['children']>()
    for (const { username, nickname, org_name } of rows) {
      const place = namesPlaces ? (org_name ?? '') : ''
      // The family of older clients reads the account first.
      const older = namesFully && nickname ? `${username}(${nickname})` : username
      const shown = isOlderClient(caller) ? older : personSeen(caller, { username, nickname })
      places.set(place, [...(places.get(place) ?? []), { key: username, value: shown }])
    }
    return [...places].map(([value, children]) => ({ value, children }))
  },
})
