/** Dates for the calendars. These name their days and months in the language of the console by themselves, where it is known here. */
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import 'dayjs/locale/zh-tw'

export default dayjs
