people <- sample_people(200)

test_that("errors are conditions with code and key", {
    error <- tryCatch(anonymize(people, quasi = ~ agee), error = identity)
    expect_s3_class(error, c("shoal_usage", "shoal_error", "error", "condition"), exact = TRUE)
    expect_identical(error$code, "column_unknown")
    expect_identical(error$key, "attributes.NAME.role")
    expect_match(conditionMessage(error), "did you mean 'age'", fixed = TRUE)
    error <- tryCatch(quietly(anonymize(people, k = 1000, quasi = ~ age)), error = identity)
    expect_s3_class(error, "shoal_infeasible")
    expect_identical(error$code, "k_too_large")
    expect_match(conditionMessage(error), "[argument k]", fixed = TRUE)
})

test_that("errors in files say where", {
    path <- tempfile(fileext = ".csv")
    writeLines(c("a,b", "1,2", "3"), path)
    error <- tryCatch(anonymize(path, quasi = ~ a), error = identity)
    expect_s3_class(error, "shoal_bad_data")
    expect_identical(error$line, 3)
})

test_that("notes are messages, and all of them are kept", {
    seen <- list()
    release <- withCallingHandlers(
        suppressWarnings(anonymize(people, quasi = ~ age + sex, sensitive = ~ disease, identifier = ~ id)),
        shoal_note = function(note) {
            seen[[length(seen) + 1L]] <<- note
            invokeRestart("muffleMessage")
        })
    expect_gte(length(seen), 2L)
    expect_identical(vapply(seen, conditionMessage, ""), paste0(release$notes$message, "\n"))
    expect_false(anyNA(release$notes$code))
    expect_true("age" %in% release$notes$attribute)
})

test_that("warnings have a code and an attribute", {
    caught <- NULL
    release <- withCallingHandlers(
        suppressMessages(anonymize(people, quasi = ~ age + sex, identifier = NULL)),
        shoal_warning = function(warning) {
            caught <<- c(caught, warning$code)
            invokeRestart("muffleWarning")
        })
    expect_identical(caught, release$warnings$code[!release$warnings$accepted])
    expect_true(all(c("sensitive_not_stated", "identifier_published") %in% caught))
    expect_identical(release$warnings$attribute[release$warnings$code == "identifier_published"], "id")
    expect_error(quietly(anonymize(people, quasi = ~ age + sex, strict = TRUE)), class = "shoal_usage")
    expect_silent(suppressMessages(anonymize(people, quasi = ~ age + sex, sensitive = ~ disease, identifier = ~ id,
                                             accept = c("unnamed_published", "unique_unchanged"))))
})

test_that("leaving through a note ends the call", {
    left <- tryCatch(anonymize(people, quasi = ~ age + sex, sensitive = ~ disease), shoal_note = identity)
    expect_s3_class(left, "shoal_note")
    failed <- tryCatch(anonymize(people, quasi = ~ age + sex, sensitive = ~ disease,
                                 progress = function(event) stop("enough")), error = identity, message = identity)
    expect_true(inherits(failed, "condition"))
    for (i in 1:20)
        try(suppressMessages(anonymize(people, quasi = ~ age + sex + zip, sensitive = ~ disease,
                                       progress = function(event) stop("enough"))), silent = TRUE)
    expect_s3_class(quietly(anonymize(people, quasi = ~ age + sex)), "shoal_release")
})

test_that("progress may be a function", {
    kinds <- character()
    quietly(anonymize(people, quasi = ~ age + sex + zip, sensitive = ~ disease,
                      progress = function(event) kinds <<- c(kinds, event$kind)))
    expect_true(all(c("progress", "phase") %in% kinds))
})

test_that("objects of another session are refused", {
    plan <- shoal_plan(k = 2)
    path <- tempfile()
    saveRDS(plan, path)
    expect_error(print(readRDS(path)), "saved and loaded")
})
