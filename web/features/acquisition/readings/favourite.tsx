/** A star beside a point: whether it is a favourite of whoever looks. */
import StarFilled from '@ant-design/icons/es/icons/StarFilled'
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import { Button } from 'antd'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { named } from '../../../ui/named.ts'

interface FavouriteProps {
  readonly name: string
  readonly isFavourite: boolean
  readonly onChange: () => void
}

export function Favourite({ name, isFavourite, onChange }: FavouriteProps) {
  const t = useT()
  return (
    <Button
      type="text"
      size="small"
      aria-pressed={isFavourite}
      aria-label={named(t('trends.favourite'), name)}
      title={t('trends.favourite')}
      icon={isFavourite ? <StarFilled aria-hidden="true" /> : <StarOutlined aria-hidden="true" />}
      onClick={onChange}
    />
  )
}
