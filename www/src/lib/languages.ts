import type { Lang } from "secondwind/course";

export const languages: readonly Lang[] = ["en", "pt-BR", "ko"];
