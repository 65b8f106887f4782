# A collection before every allocation finds vectors that nobody protects.

test_that("nothing is collected that is still needed", {
    data <- data.frame(a = rep(c(1L, NA, 3L), 4), f = factor(rep(c("x", "y"), 6)), s = rep(c("p", "q", NA), 4),
                       n = rep(c(1.5, 2, 2.5), 4), d = as.Date("2020-01-01") + 0:11, l = rep(c(TRUE, FALSE, NA), 4))
    wanted <- quietly(anonymize(data, k = 2, quasi = ~ a + f + s, sensitive = ~ n))
    plan <- shoal_plan(k = 2, quasi = ~ a + f + s, sensitive = ~ n, suppression = 0.02)
    kinds <- Map(shoal:::column_kind, as.list(data), names(data))
    vectors <- lapply(kinds, `[[`, 2L)
    names <- vapply(kinds, `[[`, "", 1L)
    tell <- function(event) NULL
    gctorture(TRUE)
    table <- .Call(shoal:::C_table_from_columns, vectors, names, base::names(vectors), 12)
    answer <- .Call(shoal:::C_run, "anonymize", plan$pointer, list(table = table), tell)
    columns <- lapply(1:6, function(i) .Call(shoal:::C_table_factor, answer$release, i, NULL, NULL))
    texts <- .Call(shoal:::C_table_texts, answer$release, 1L)
    failed <- .Call(shoal:::C_plan_set, plan$pointer, "privacy.kk", "5")
    listed <- .Call(shoal:::C_list, "metrics")
    keys <- .Call(shoal:::C_plan_keys)
    yaml <- .Call(shoal:::C_plan_format, plan$pointer)
    labels <- .Call(shoal:::C_hierarchy_build, table, "a", "auto")
    verdict <- .Call(shoal:::C_verify, plan$pointer, list(table = answer$release))
    gctorture(FALSE)
    expect_identical(lapply(columns[1:3], as.character), unname(lapply(wanted$data[c("a", "f", "s")], as.character)))
    expect_identical(texts, as.character(wanted$data$a))
    expect_s3_class(failed, "shoal_failure")
    expect_identical(listed$name, shoal_list("metrics")$name)
    expect_identical(length(keys$key), nrow(shoal_list("keys")))
    expect_match(yaml, "k: 2", fixed = TRUE)
    expect_identical(labels[[1]], c("1", "3"))
    expect_true(verdict$holds)
    expect_identical(answer$result$value, wanted$result$value)
})

test_that("what is no longer used is freed", {
    data <- sample_people(100)
    for (i in 1:10) {
        quietly(anonymize(data, quasi = ~ age + sex))
        gc()
    }
    table <- shoal:::table_of(data)
    expect_true(.Call(shoal:::C_is_alive, table))
    rm(table)
    expect_silent(gc())
})
