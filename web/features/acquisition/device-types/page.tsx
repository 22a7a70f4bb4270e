import { deviceTypes } from '../../../../model/index.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useRowsOf } from '../../../kernel/navigation/rows-of.ts'

const columns = { typeName: { width: 220, first: true }, typeCode: { width: 150 }, typeDescription: { width: 300 } }

const filters = ['typeName', 'typeCode', 'manufacturer']

export default function DeviceTypesPage() {
  const t = useT()
  const points = useRowsOf('/acquisition/typepoints', 'deviceTypeId', t('device-types.points'))
  const mappings = useRowsOf('/acquisition/typemappings', 'deviceTypeId', t('device-types.mappings'))
  return (
    <ResourcePage
      of={deviceTypes}
      columns={columns}
      filters={filters}
      rowActions={(row) => [...points(row), ...mappings(row).map((action) => ({ ...action, key: 'mappings' }))]}
    />
  )
}
