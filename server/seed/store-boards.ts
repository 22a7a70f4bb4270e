/** Stores boards of the demonstration, shared with everybody of the tenant. */
import type { TenantId } from '../../model/brands.ts'
import type { BoardSeed } from '../../seeds/board-examples.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { newId } from '../kernel/ids.ts'

/** Stores the boards, which belong to nobody. */
export async function storeBoards(tx: Transaction, tenant_id: TenantId, boards: readonly BoardSeed[]): Promise<void> {
  for (const { boardName, content } of boards)
    await tx.run(
      build
        .insertInto('boards')
        .values({ tenant_id, id: newId(), board_name: boardName, audience: 'tenant', owner_id: null, content: JSON.stringify(content) }),
    )
}
