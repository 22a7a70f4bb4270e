/** Where the code of a label leads: to the page of its machine. */
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Link, Navigate, useSearchParams } from 'react-router'
import { scanEquipment } from '../../../../model/contract/maintenance/equipment.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'

const LIST = '/reports/equipmentarchive'
const DETAIL = '/reports/equipmentdetail'

export default function ScanPage() {
  const t = useT()
  const [address] = useSearchParams()
  const token = address.get('token') ?? ''
  const { data, error } = useQuery({
    queryKey: ['machine', 'scan', token],
    queryFn: ({ signal }) => ask(scanEquipment, { token }, { signal, quiet: true }),
    enabled: token !== '',
    retry: false,
  })
  if (data) return <Navigate replace to={`${DETAIL}?id=${data.id}`} />
  if (token !== '' && !error) return <Skeleton active />
  return (
    <section>
      <h1>{t('menu.equipmentdetail')}</h1>
      <p role="alert">{error instanceof ApiError ? error.message : t('error.equipment.label')}</p>
      <p>
        <Link to={LIST}>{t('menu.equipmentarchive')}</Link>
      </p>
    </section>
  )
}
