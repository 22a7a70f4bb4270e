/** Stores report templates of the demonstration, published, in the words of its tenants. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { startingPoint } from '../../model/reports/starting-points.ts'
import type { ReportTemplateSeed } from '../../seeds/belongings.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { translatorFor } from '../kernel/http/language.ts'
import { newId } from '../kernel/ids.ts'

/** Stores the templates, each with its first version. */
export async function storeReportTemplates(
  tx: Transaction,
  tenant_id: TenantId,
  templates: readonly ReportTemplateSeed[],
  publisher: string,
): Promise<void> {
  for (const { templateName, templateKind, templateDescription, report, period } of templates) {
    const id = newId()
    const content = JSON.stringify(startingPoint(translatorFor('zh'), report, period))
    await tx.run(
      build.insertInto('report_templates').values({
        tenant_id,
        id,
        template_name: templateName,
        template_kind: templateKind,
        template_status: 1,
        template_version: 1,
        template_description: templateDescription,
        published_at: sql<Date>`now()`,
        content,
        saved_by: publisher,
        saved_at: sql<Date>`now()`,
      }),
    )
    await tx.run(
      build
        .insertInto('report_template_versions')
        .values({ tenant_id, id: newId(), template_id: id, template_version: 1, content, published_by: publisher }),
    )
  }
}
