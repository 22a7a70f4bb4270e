import { roles } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { importOf, exportsOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { authorizeUserToRole } from './authorize-users.ts'
import { copySysRole } from './copy-role.ts'
import { authorizeDataScope, queryDataScope } from './data-scope.ts'
import { queryRoleCode, queryRoleName, queryRoleNameCheckbox } from './options.ts'
import { previewRole } from './preview.ts'
import { roleWrites } from './writes.ts'

export const rolesFeature: Feature = {
  tag: 'roles',
  routes: [
    list(roles),
    ...exportsOf(roles),
    add(roleWrites),
    update(roleWrites),
    remove(roleWrites),
    importOf(roleWrites),
    queryRoleName,
    queryRoleNameCheckbox,
    queryRoleCode,
    authorizeUserToRole,
    previewRole,
    copySysRole,
    queryDataScope,
    authorizeDataScope,
  ],
}
