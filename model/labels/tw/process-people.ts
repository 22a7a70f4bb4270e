/** Who is asked, who may start, and what keeps somebody from being removed. */
import type en from '../en/process-people.ts'

export default {
  'error.process-task.candidate': '所選人員不能辦理此任務，請選擇有資格且帳號已啟用的人員',
} as const satisfies Record<keyof typeof en, string>
