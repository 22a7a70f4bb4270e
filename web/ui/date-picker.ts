/** The calendar of antd, by the tenant's clock (dayjs.ts). */
import './dayjs.ts'

export { DatePicker } from 'antd'
