people <- sample_people(300)
muted <- function(code) suppressWarnings(suppressMessages(code))

test_that("the words of sdcMicro do what ours do", {
    ours <- muted(anonymize(people, k = 3, quasi = c("sex", "education", "zip"), sensitive = "disease",
                            recoding = "suppress", suppression = 0))
    suppressMessages(expect_message(theirs <- suppressWarnings(
        sdc(people, keyVars = c("sex", "education", "zip"), sensibleVar = "disease", k = 3)), "anonymize\\(data"))
    expect_identical(theirs$data, ours$data)
    object <- muted(createSdcObj(people, keyVars = c("sex", "education", "zip"), sensibleVar = "disease"))
    expect_output(print(object), "300 rows")
    expect_identical(muted(kAnon(object, k = 3))$data, ours$data)
    expect_identical(muted(localSuppression(object, k = 3))$data, ours$data)
    suppressMessages(expect_message(by_words <- suppressWarnings(anonymize(people, k = 3, keyVars = c("sex", "education", "zip"),
                                                          sensibleVar = "disease", recoding = "suppress",
                                                          suppression = 0)), "keyVars is called quasi"))
    expect_identical(by_words$data, ours$data)
})

test_that("importance becomes weights", {
    expect_identical(shoal:::importance_weights(c(1, 3, 2), c("a", "b", "c")), c(a = 3, b = 1, c = 2))
    expect_error(shoal:::importance_weights(c(1, 9), c("a", "b")), "from 1 to 2", class = "shoal_usage")
    release <- muted(kAnon(people, k = 3, keyVars = c("sex", "education", "zip"), importance = c(1, 2, 3)))
    blank <- vapply(release$data[c("sex", "education", "zip")], function(x) sum(x == "*"), 0L)
    expect_lte(blank[["sex"]], blank[["zip"]])
})

test_that("alpha says how blanks count", {
    expect_identical(shoal:::missing_rule(1), "wildcard")
    expect_identical(shoal:::missing_rule(0), "category")
    expect_error(shoal:::missing_rule(0.5), "alpha", class = "shoal_usage")
})

test_that("numbers are averaged", {
    theirs <- muted(microaggregation(people, variables = c("age", "income"), aggr = 4))
    expect_gte(min(table(theirs$data$income)), 4)
    object <- muted(createSdcObj(people, keyVars = "sex", numVars = c("age", "income")))
    expect_identical(muted(microaggregation(object, aggr = 4))$data$income, theirs$data$income)
})

test_that("fixed groups are made by globalRecode", {
    cut <- muted(globalRecode(people, "age", breaks = c(0, 40, 60, 100)))
    expect_identical(cut$age, cut(people$age, c(0, 40, 60, 100)))
    object <- muted(createSdcObj(people, keyVars = c("age", "sex")))
    expect_identical(muted(globalRecode(object, "age", c(0, 40, 60, 100)))$data$age, cut$age)
})

test_that("what has no counterpart is refused, with what to use", {
    expect_error(createSdcObj(people, "sex", pramVars = "zip"), "post-randomization", class = "shoal_usage")
    expect_error(muted(kAnon(people, keyVars = "sex", combs = 2)), "every combination", class = "shoal_usage")
    expect_error(muted(microaggregation(people, "age", method = "rmd")), "not offered", class = "shoal_usage")
    expect_error(globalRecode(people, "age", method = "kmeans"), "not offered", class = "shoal_usage")
    expect_error(muted(sdc(people, "sex", numVars = "income")), "microaggregation", class = "shoal_usage")
    expect_error(createSdcObj(people, "sexx"), "no column 'sexx'", class = "shoal_usage")
    expect_error(kAnon(people), "keyVars is missing", class = "shoal_usage")
})
