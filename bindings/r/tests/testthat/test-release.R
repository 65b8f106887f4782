people <- sample_people(400)

release_people <- function(data, ...) quietly(anonymize(data, k = 5, quasi = ~ age + sex + zip,
                                                        sensitive = ~ disease, identifier = ~ id, ...))

test_that("a data frame comes back as a data frame, what nobody changed as it was", {
    data <- people
    attr(data$income, "label") <- "yearly income"
    data$education <- factor(data$education, levels = c(levels(data$education), "unused"))
    release <- release_people(data)
    expect_s3_class(release, "shoal_release")
    expect_identical(class(release$data), "data.frame")
    expect_identical(names(release$data), setdiff(names(data), "id"))
    for (name in c("education", "disease", "income"))
        expect_identical(release$data[[name]], data[[name]])
    for (name in c("age", "sex", "zip")) expect_s3_class(release$data[[name]], "factor")
    expect_identical(nrow(release$data), nrow(data))
    expect_gte(min(table(interaction(release$data[c("age", "sex", "zip")], drop = TRUE))), 5)
})

test_that("levels have the order of what they stand for", {
    release <- release_people(people, hierarchies = list(age = "ranges:10,20", zip = "mask:right"))
    labels <- release$data$age
    kept <- if (is.null(release$kept)) seq_len(nrow(people)) else release$kept
    first <- tapply(people$age[kept], labels, min)
    first <- first[names(first) != "*"]
    expect_false(is.unsorted(first))
    expect_true(!"*" %in% levels(labels) || utils::tail(levels(labels), 1L) == "*")
    expect_false(any(table(labels) == 0))
})

test_that("tibbles and data.tables come back as such", {
    skip_if_not_installed("tibble")
    skip_if_not_installed("data.table")
    tibble <- release_people(tibble::as_tibble(people))$data
    expect_s3_class(tibble, "tbl_df")
    table <- release_people(data.table::as.data.table(people))$data
    expect_s3_class(table, "data.table")
    data.table::set(table, j = "extra", value = 1L)
    expect_identical(as.data.frame(table)[names(tibble)], as.data.frame(tibble))
    expect_identical(as.data.frame(tibble), release_people(people)$data)
})

test_that("names of rows are kept, with a warning", {
    data <- people
    rownames(data) <- paste0("row", seq_len(nrow(data)))
    expect_warning(release <- suppressMessages(anonymize(data, quasi = ~ age + sex, sensitive = ~ disease,
                                                         identifier = "id")),
                   "names of the rows", class = "shoal_warning")
    expect_identical(rownames(release$data), rownames(data))
    expect_true("row_names" %in% release$warnings$code)
    part <- people[people$sex == "male", ]
    release <- release_people(part)
    expect_identical(release$result$suppressed_rows, "dropped")
    expect_identical(rownames(release$data), rownames(part)[release$kept])
})

test_that("rows with missing values are dropped where the plan says so", {
    data <- people
    data$age[c(3, 77)] <- NA
    rownames(data) <- NULL
    data <- data[order(data$zip), ]
    release <- release_people(data, missing = "drop")
    kept <- !is.na(data$age)
    expect_identical(release$kept, which(kept))
    expect_identical(release$data$income, data$income[kept])
    expect_identical(rownames(release$data), rownames(data)[kept])
    expect_true(verify(release)$holds)
})

test_that("missing values are NA in the release", {
    data <- people
    data$sex[1:20] <- NA
    data$zip[11:40] <- NA
    release <- release_people(data, hierarchies = list(sex = "flat"), max_level = c(sex = 0), suppression = 0.5)
    expect_true(all(is.na(release$data$sex[1:20]) | release$data$sex[1:20] == "*"))
    expect_false(anyNA(release$data$sex[-(1:20)]))
})

test_that("averages of numbers and dates are numbers and dates", {
    data <- data.frame(x = c(1:9, NA), d = as.Date("2020-01-01") + 0:9, s = rep(c("a", "b"), 5))[1:9, ]
    release <- quietly(anonymize(data, k = 3, quasi = ~ x + d, sensitive = ~ s, recoding = "microaggregation"))
    expect_type(release$data$x, "double")
    expect_s3_class(release$data$d, "Date")
    expect_gte(min(table(release$data$x)), 3)
})

test_that("tables without rows, and small ones, are refused", {
    expect_error(release_people(people[0, ]), class = "shoal_error")
    expect_error(release_people(people[1:3, ]), class = "shoal_infeasible")
})

test_that("files go in and out", {
    input <- tempfile(fileext = ".csv")
    output <- tempfile(fileext = ".csv")
    write_table(people, input)
    release <- release_people(input)
    direct <- release_people(people)
    expect_identical(lapply(release$data[c("age", "sex", "zip")], as.character),
                     lapply(direct$data[c("age", "sex", "zip")], as.character))
    written <- release_people(input, output = output)
    expect_null(written$data)
    lines_of <- function(data) sort(do.call(paste, c(lapply(unname(unclass(data)), as.character), sep = ",")))
    expect_identical(lines_of(as.data.frame(written)), lines_of(release$data))
    expect_false(identical(as.data.frame(written)$income, release$data$income))
    same <- release_people(input, output = tempfile(fileext = ".csv"), order = "input")
    expect_identical(as.data.frame(same), release$data)
    other <- tempfile(fileext = ".csv")
    write_release(written, other)
    expect_identical(bytes_of(other), bytes_of(output))
    expect_error(release_people("no such file.csv"), class = "shoal_io")
    half <- tempfile(fileext = c(".csv", ".csv"))
    write_table(people[1:200, ], half[1])
    write_table(people[201:400, ], half[2])
    expect_identical(release_people(half)$data, release$data)
})

test_that("releases are shown, summarized and plotted", {
    release <- release_people(people)
    expect_output(print(release), "released and verified")
    facts <- summary(release)
    expect_identical(facts$attributes$attribute, c("age", "sex", "zip"))
    expect_identical(as.double(facts$k), as.double(facts$class_sizes[["Min."]]))
    expect_output(print(facts), "optimal")
    grDevices::pdf(NULL)
    on.exit(grDevices::dev.off())
    expect_identical(plot(release), release)
    expect_identical(plot(release, "loss"), release)
    expect_identical(as.data.frame(release), release$data)
    blank <- as.data.frame(release, suppressed = NA)
    expect_identical(is.na(blank$age), release$data$age == "*")
})

test_that("sizes of classes are counted right", {
    data <- data.frame(a = c("x", "x", "y", "*", NA), b = c("1", "1", "1", "*", "2"))
    expect_identical(sort(shoal:::class_sizes(data, c("a", "b"))), c(1L, 1L, 2L))
})

test_that("the report is there when asked for", {
    skip_if_not(shoal_version()$reports, "this build makes no reports")
    release <- release_people(people, report = TRUE)
    expect_identical(tolower(substr(release$report, 1, 14)), "<!doctype html")
    expect_null(release_people(people)$report)
})

test_that("the plan of a release gives the same release", {
    release <- release_people(people)
    again <- quietly(anonymize(people, plan = release$plan))
    expect_identical(again$data, release$data)
    given <- hierarchy(people$age, by = "ranges:5,10,20")
    release <- release_people(people, hierarchies = list(age = given))
    expect_match(release$plan, "hierarchies given as objects: age")
    again <- quietly(anonymize(people, plan = release$plan, hierarchies = list(age = given)))
    expect_identical(again$data, release$data)
})

test_that("columns that are changed in place during the run are released as they were", {
    skip_if_not_installed("data.table")
    table <- data.table::as.data.table(people)
    change <- function(event) data.table::set(table, j = "income", value = rev(people$income))
    in_place <- function(event) data.table::set(table, i = seq_len(nrow(table)), j = "income", value = people$income[1L])
    for (spoil in list(change, in_place)) {
        data.table::set(table, j = "income", value = people$income + 0)
        expect_identical(release_people(table, progress = spoil)$data$income, people$income + 0)
    }
})

test_that("levels of dropped rows are not published", {
    data <- people
    data$disease <- factor(data$disease, levels = c("unused", "rare", unique(data$disease)))
    data$disease[3] <- "rare"
    data$age[3] <- NA
    released <- release_people(data, missing = "drop")$data$disease
    expect_identical(levels(released), c("unused", unique(people$disease)))
    expect_identical(as.character(released), as.character(data$disease)[-3])
})
