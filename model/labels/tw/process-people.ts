/** Who is asked, who may start, and what keeps somebody from being removed. */
import type en from '../en/process-people.ts'

export default {
  'error.process-task.candidate': '所選人員不能辦理此任務，請選擇有資格且帳號已啟用的人員',
  'error.process.names': '有 {{tasks}} 個待辦任務和 {{processes}} 個已部署流程引用了它，請先改由其他人辦理',
} as const satisfies Record<keyof typeof en, string>
