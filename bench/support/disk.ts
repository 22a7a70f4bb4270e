/** A folder with very many files in it, as their rows tell. */
import { randomUUID } from 'node:crypto'
import type { TenantId } from '../../model/brands.ts'
import type { Database } from '../../server/kernel/database/database.ts'

/** Of the tenant's `admin`; fifty folders beside them, and some with an earlier version. Gives the folder. */
export async function fillFolder(database: Database, tenantId: TenantId, count: number): Promise<string> {
  const folder = randomUUID()
  await database.asOwner(async (client) => {
    await client.query(FOLDER, [tenantId, folder])
    await client.query(BLOBS, [tenantId, count])
    await client.query(FILES, [tenantId, folder])
    await client.query(SUBFOLDERS, [tenantId, folder])
    await client.query(VERSIONS, [tenantId])
    await client.query('vacuum analyze')
  })
  return folder
}

const ADMIN = "(select id from users where tenant_id = $1 and username = 'admin')"
const FOLDER = `insert into files (tenant_id, id, owner_id, original_filename, file_type) values ($1, $2, ${ADMIN}, 'measured', 'folder')`
const BLOBS =
  'insert into blobs (tenant_id, id, size, sha256) select $1, gen_random_uuid(), 1 + n * 7919 % 1000003, md5(n::text) from generate_series(1, $2::int) as n'
const FILES = `
  insert into files (tenant_id, id, owner_id, parent_id, original_filename, file_type, media_type, size, sha256, blob_id, created_at, updated_at)
  select tenant_id, gen_random_uuid(), ${ADMIN}, $2, '报表 ' || sha256 || '.pdf', (array['document', 'image', 'text', 'other'])[1 + size % 4], 'application/pdf', size, sha256, id, now() - size * interval '13 seconds', now() - size * interval '7 seconds'
  from blobs where tenant_id = $1`
const SUBFOLDERS = `insert into files (tenant_id, id, owner_id, parent_id, original_filename, file_type) select $1, gen_random_uuid(), ${ADMIN}, $2, 'folder ' || n, 'folder' from generate_series(1, 50) as n`
const VERSIONS = `
  with chosen as (select * from files where tenant_id = $1 and blob_id is not null and size % 100 = 0), made as (
    insert into blobs (tenant_id, id, size, sha256) select tenant_id, gen_random_uuid(), size, sha256 from chosen returning id, sha256
  ) insert into file_versions (tenant_id, blob_id, file_id, owner_id, file_type, media_type, size, sha256, stored_at)
  select tenant_id, made.id, chosen.id, owner_id, file_type, media_type, size, chosen.sha256, now() from chosen join made using (sha256)`
