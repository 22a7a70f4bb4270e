import * as contract from '../../../../model/contract/organisation/organisations.ts'
import { organisations } from '../../../../model/index.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { importOf, exportsOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { tree } from '../../../kernel/resources/tree.ts'
import { update } from '../../../kernel/resources/update.ts'
import { organisationWrites } from './writes.ts'
import { queryModelOrgUserTree, queryOrgUserTree } from './user-tree.ts'

const types = (organisations.fields.orgType.options ?? []).map(String)

export const organisationsFeature: Feature = {
  tag: 'organisations',
  routes: [
    // Every session loads this list when it begins (specification, section 4), so a sign-in is enough; the view applies.
    list(organisations, 'signed-in'),
    tree(organisations),
    add(organisationWrites),
    update(organisationWrites),
    remove(organisationWrites),
    importOf(organisationWrites),
    ...exportsOf(organisations),
    queryOrgUserTree,
    queryModelOrgUserTree,
    implement(contract.queryOrgType, {
      access: 'signed-in',
      summary: 'The types an organisation can have',
      handle: async ({ t }) => ({ list: types.map((value) => ({ name: t(`choice.orgType.${value}` as LabelKey), value })) }),
    }),
  ],
}
