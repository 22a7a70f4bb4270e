import { roles } from '../../../../model/index.ts'
import { Example } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

/** All that a list of the console has, from one declaration: filters, order, columns, rows to choose, adding, changing, import and export. */
export default function ComplexTablePage() {
  const t = useT()
  return (
    <Example
      title={t('menu.complextable')}
      about={t('complex.about')}
      source={['features/template/complex-table/', 'ui/data-table.tsx', 'ui/filter-bar.tsx', 'ui/pager.tsx', 'ui/toolbar.tsx']}
    >
      <ResourcePage of={roles} />
    </Example>
  )
}
